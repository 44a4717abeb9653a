import { useTranslation } from "react-i18next";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
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
        <p key={message.key}>{t(message.key, { ns: "messages", ...message.params })}</p>
      ))}
      {removal && (
        <>
          <ul>
            {removal.messages.map((message) => (
              <li key={JSON.stringify(message)}>{t(message.key, { ns: "messages", ...message.params })}</li>
            ))}
          </ul>
          <Submit label={t("edit.confirm")} look="primary" name="confirm" value={removal.ids} />
        </>
      )}
      {conflict && (
        <>
          {conflict.differences.map(({ field, yours, stored }) => (
            <section key={field}>
              <h3>{t(`create.${field}`, { ns: "raffles" })}</h3>
              <dl className="edit-difference">
                <Fact label={t("edit.yours")} value={yours} />
                <Fact label={t("edit.stored")} value={stored} />
              </dl>
            </section>
          ))}
          <div className="actions">
            <Submit label={t("edit.overwrite")} look="primary" name="overwrite" value={conflict.version} />
            <ButtonLink label={t("edit.reload")} look="secondary" href="?" />
          </div>
        </>
      )}
    </div>
  );
}
