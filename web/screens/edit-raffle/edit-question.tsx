import { useTranslation } from "react-i18next";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import type { EditRefusalView } from "./find-edited-raffle.ts";

/** A question before an edit is saved: whether to overwrite somebody else's edit, or to remove what entrants chose. */
export function EditQuestion({ refusal }: { readonly refusal: EditRefusalView }) {
  const { t } = useTranslation("desk");
  const focus = useAnswerFocus<HTMLDivElement>(refusal);
  const { conflict, removal } = refusal;
  return (
    <div {...focus} className="notice notice-error edit-question" role="alert">
      <h2 className="notice-heading">{t(conflict ? "edit.conflictHeading" : "edit.confirmHeading")}</h2>
      {refusal.summary.map((message) => (
        <p key={message.key}>{t(`messages:${message.key}`, { ...message.params })}</p>
      ))}
      {removal && (
        <>
          <ul>
            {removal.messages.map((message) => (
              <li key={JSON.stringify(message)}>{t(`messages:${message.key}`, { ...message.params })}</li>
            ))}
          </ul>
          <button type="submit" name="confirm" value={removal.ids} className="button button-primary">
            {t("edit.confirm")}
          </button>
        </>
      )}
      {conflict && (
        <>
          {conflict.differences.map(({ field, yours, stored }) => (
            <section key={field}>
              <h3>{t(`raffles:create.${field}`)}</h3>
              <dl className="edit-difference">
                <div>
                  <dt>{t("edit.yours")}</dt>
                  <dd>{yours}</dd>
                </div>
                <div>
                  <dt>{t("edit.stored")}</dt>
                  <dd>{stored}</dd>
                </div>
              </dl>
            </section>
          ))}
          <div className="actions">
            <button type="submit" name="overwrite" value={conflict.version} className="button button-primary">
              {t("edit.overwrite")}
            </button>
            <a className="button button-secondary" href="?">
              {t("edit.reload")}
            </a>
          </div>
        </>
      )}
    </div>
  );
}
