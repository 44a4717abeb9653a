import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalView } from "../views/refusal-view.ts";
import { fieldId } from "./form-errors.tsx";

type ErrorSummaryProps = {
  readonly heading: string;
  readonly refusal: RefusalView;
  /** What a field is called where its message alone does not say, such as "Prize 2". */
  readonly nameOf?: (field: string) => string | null;
};

/**
 * What is wrong with a form, on top of it, each message a link to its field. When a new refusal arrives the first bad
 * field takes the focus, or this box where no field is to blame.
 */
export function ErrorSummary({ heading, refusal, nameOf = () => null }: ErrorSummaryProps) {
  const { t } = useTranslation("messages");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest("form");
    const field = Object.keys(refusal.errors).length > 0 && form?.querySelector<HTMLElement>("[aria-invalid='true']");
    (field || box.current)?.focus();
  }, [refusal]);
  const byField = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  // What a field says already need not be said twice.
  const ofFields = new Set(byField.map(({ message }) => message.key));
  const general = refusal.summary.filter((message) => !ofFields.has(message.key));
  return (
    <div ref={box} className="notice notice-error" role="alert" tabIndex={-1}>
      <p className="notice-heading">{heading}</p>
      {general.map((message) => (
        <p key={message.key}>{t(message.key, { ...message.params })}</p>
      ))}
      {byField.length > 0 && (
        <ul>
          {byField.map(({ name, message }) => (
            <li key={`${name} ${message.key}`}>
              <a href={`#${fieldId(name)}`}>
                {[nameOf(name), t(message.key, { ...message.params })].filter(Boolean).join(": ")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
