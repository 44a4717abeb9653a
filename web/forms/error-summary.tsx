import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalView } from "../requests/refusal-view.ts";
import { fieldId } from "./form-errors.tsx";
import { PuzzlePart } from "./puzzle-part.tsx";

type ErrorSummaryProps = {
  readonly heading: string;
  readonly refusal: RefusalView;
  /** The field's label in the summary, where the message alone is unclear, such as "Prize 2". */
  readonly nameOf?: (field: string) => string | null;
};

/** Why a form was not taken: its errors, or a puzzle that the browser solves before it sends the form again. */
export function ErrorSummary(props: ErrorSummaryProps) {
  const { puzzle } = props.refusal;
  return puzzle ? <PuzzlePart puzzle={puzzle} /> : <Faults {...props} />;
}

/**
 * A form's errors at its top. Each message links to its field. A new refusal moves the focus to the first bad field, or
 * to this box if no field is at fault.
 */
function Faults({ heading, refusal, nameOf = () => null }: ErrorSummaryProps) {
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
  // The summary leaves out what a field already says. For a wrong code the field says all.
  const ofFields = new Set(byField.map(({ message }) => message.key));
  const isCode = refusal.reason === "access-code-mismatch" && byField.length > 0;
  const general = isCode ? [] : refusal.summary.filter((message) => !ofFields.has(message.key));
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
