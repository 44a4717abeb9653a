import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAnswerFocus } from "../page/use-answer-focus.ts";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import { fieldId, isOnlyFault, isShownField } from "./form-errors.tsx";
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
 * A form's errors at its top. Each message links to its field. A new refusal moves the focus to this box, or to the bad
 * field if there is only one.
 */
function Faults({ heading, refusal, nameOf = () => null }: ErrorSummaryProps) {
  const { t } = useTranslation("messages");
  const focus = useAnswerFocus(refusal, isOnlyFault(refusal.errors) ? firstFaultIn : undefined);
  useErrorTitle(t("errorTitle"));
  const byField = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  // The summary leaves out what a field already says. For a wrong code the field says all.
  const ofFields = new Set(byField.map(({ message }) => message.key));
  const isCode = refusal.reason === "access-code-mismatch" && byField.length > 0;
  const general = isCode ? [] : refusal.summary.filter((message) => !ofFields.has(message.key));
  return (
    <div {...focus} className="notice notice-error" role="alert">
      <p className="notice-heading">{heading}</p>
      {general.map((message) => (
        <p key={message.key}>{t(message.key, { ...message.params })}</p>
      ))}
      {byField.length > 0 && (
        <ul>
          {byField.map(({ name, message }) => {
            const text = [nameOf(name), t(message.key, { ...message.params })].filter(Boolean).join(": ");
            return (
              <li key={`${name} ${message.key}`}>
                {isShownField(name) ? (
                  <a target="_self" href={`#${fieldId(name)}`}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Puts a word before the page's title while its form has errors: screen readers read the title first. */
function useErrorTitle(word: string): void {
  useEffect(() => {
    const { title } = document;
    // A page that came as the answer says so itself.
    if (title.startsWith(word)) return undefined;
    document.title = `${word}: ${title}`;
    return () => {
      document.title = title;
    };
  }, [word]);
}

function firstFaultIn(box: HTMLDivElement | null) {
  return box?.closest("form")?.querySelector<HTMLElement>("[aria-invalid='true']");
}
