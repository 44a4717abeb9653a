import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import { VersionField } from "../../forms/fields.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { DeleteRaffle } from "../../ui/buttons/delete-raffle.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { RaffleForm } from "../raffle-form/raffle-form.tsx";
import type { Route } from "./+types/edit-raffle.route.ts";
import "./edit-raffle.css";

type Result = NonNullable<Route.ComponentProps["actionData"]>;

export function EditRaffle({ loaderData, actionData: result }: Route.ComponentProps) {
  const { raffle, stored, saved, timeZone, currency } = loaderData;
  const { t } = useTranslation("desk");
  const edit = result?.intent === "delete" ? undefined : result;
  const { values, conflict, removal } = edit?.more ?? {};
  const asks = conflict || removal;
  return (
    <div className="edit-raffle stack-3">
      {saved !== null && !result && (
        <Notice kind="success">
          {t(raffle.isClosed ? "edit.savedClosed" : saved === "moved" ? "edit.savedMoved" : "edit.saved")}
        </Notice>
      )}
      <PageHeading title={t("edit.heading", { name: raffle.name })} lead={t("edit.lead")} />
      {raffle.isLocked && <Notice kind="info">{t("edit.locked")}</Notice>}
      {/* Saving gives new rows their ids, so the key resets the form to the stored raffle. */}
      <RaffleForm
        key={raffle.version}
        draft={`edit-raffle:${raffle.codeId}`}
        timeZone={timeZone}
        currency={currency}
        typed={edit?.done?.values ?? values ?? edit?.typed.values ?? stored}
        refusal={edit?.refusal ?? null}
        edit={{
          fields: <VersionField version={edit?.typed.version ?? raffle.version} />,
          question: asks && edit ? <EditQuestion result={edit} /> : null,
          hasEntries: raffle.hasEntries,
        }}
        stored={raffle}
      />
      <FormSection title={t("edit.deleteHeading")} hint={t(raffle.hasEntries ? "admin.hasEntries" : "edit.deleteHint")}>
        <DeleteRaffle
          raffle={raffle}
          deletion={result?.intent === "delete" ? (result.refusal ? "refused" : "asked") : null}
        />
      </FormSection>
    </div>
  );
}

/** A question before an edit is saved: whether to overwrite somebody else's edit, or to remove what entrants chose. */
function EditQuestion({ result: { refusal, more } }: { readonly result: Result }) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  const focus = useAnswerFocus<HTMLDivElement>(refusal);
  const { conflict = null, removal = null } = more ?? {};
  const textOf = ({ key, params }: Message) => {
    const at = params?.at === undefined ? null : timestamp(new Date(params.at));
    return t(key, { ns: "messages", ...params, ...(at && { at: `${at.date}, ${at.time}` }) });
  };
  return (
    <div {...focus} className="notice notice-error stack-2" role="alert">
      <h2 className="notice-heading">{t(conflict ? "edit.conflictHeading" : "edit.confirmHeading")}</h2>
      {refusal?.summary.map((message) => (
        <p key={message.key}>{textOf(message)}</p>
      ))}
      {removal && (
        <>
          <ul>
            {removal.messages.map((message) => (
              <li key={JSON.stringify(message)}>{textOf(message)}</li>
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
              <dl className="edit-difference stack-2">
                <Fact label={t("edit.yours")} value={yours} />
                <Fact label={t("edit.stored")} value={stored} />
              </dl>
            </section>
          ))}
          <div className="actions">
            <Submit label={t("edit.overwrite")} look="primary" name="overwrite" value={conflict.version} />
            <ButtonLink label={t("edit.reload")} href="?" />
          </div>
        </>
      )}
    </div>
  );
}
