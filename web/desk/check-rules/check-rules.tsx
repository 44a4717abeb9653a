import { useTranslation } from "react-i18next";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import { CODE, TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading, reasonsOf, useSentences } from "../../ui/page-parts.tsx";
import { EntryFacts } from "../look-up/entry-facts.tsx";
import type { Route } from "./+types/check-rules.route.ts";
import "../../ui/card-list/card-list.css";
import "./check-rules.css";

/** Room for a code in groups. */
export const MAX_TYPED = 20;

/** A shop's phone at the counter: one entry, and its rules that the shop checks. */
export function CheckRules({ loaderData, actionData: result }: Route.ComponentProps) {
  const { codeId, raffle, asked, entry, isLocked, hasRule, isOrganiser } = loaderData;
  const { t } = useTranslation(["claims", "desk"]);
  const sentences = useSentences();
  const { done, refusal } = result ?? {};
  return (
    <>
      <PageHeading title={t("helpers.confirm.heading")} lead={`${raffle}\u00a0· ${codeId}`} />
      {done && (
        <Notice kind={done.said === "same" ? "info" : "success"}>
          {t(`helpers.confirm.said.${done.said}`, { rule: done.rule })}
        </Notice>
      )}
      {refusal && (
        <Notice kind="error" answers>{`${t("helpers.confirm.failed")} ${sentences(reasonsOf(refusal))}`}</Notice>
      )}
      {!hasRule && <Notice kind="info">{t("helpers.confirm.noRule")}</Notice>}
      {isLocked && <Notice kind="info">{t("helpers.confirm.locked")}</Notice>}
      {asked !== "" && !entry && <Notice kind="error">{t("helpers.confirm.unknown", { code: asked })}</Notice>}
      {entry && <EntryToCheck entry={entry} isLocked={isLocked} result={result} />}
      <form method="get" action={`/check-rules/${codeId}`} className="form">
        <FormSection title={t(entry ? "helpers.confirm.next" : "helpers.confirm.who")}>
          <TextField
            name="entry"
            label={t("helpers.confirm.code")}
            hint={t("helpers.confirm.codeHint")}
            maxLength={MAX_TYPED}
            defaultValue={entry ? "" : asked}
            {...CODE}
          />
          <Submit label={t("helpers.confirm.show")} look={entry ? undefined : "primary"} />
        </FormSection>
      </form>
      <div className="actions">
        {isOrganiser && entry && (
          <ButtonLink label={t("helpers.confirm.whole")} href={`/update-entry/${entry.entryCode}?raffle=${codeId}`} />
        )}
        {isOrganiser ? (
          <ButtonLink label={t("open.heading", { ns: "desk" })} href={`/overview/${codeId}/~`} />
        ) : (
          <ButtonLink label={t("helpers.toHome")} href={`/helping/${codeId}`} />
        )}
      </div>
    </>
  );
}

type EntryToCheckProps = {
  readonly entry: NonNullable<Route.ComponentProps["loaderData"]["entry"]>;
  readonly isLocked: boolean;
  readonly result: Route.ComponentProps["actionData"];
};

/** Who stands there, and a form of its own for each decision: Enter in a reason's field sends that reason. */
function EntryToCheck({ entry, isLocked, result }: EntryToCheckProps) {
  const { t } = useTranslation("claims");
  return (
    <>
      <ul className="card-list">
        <li>
          <EntryFacts {...entry} />
        </li>
      </ul>
      <ul className="choices">
        {entry.rules.map(({ id, details, state }) => {
          const isRefused = result?.intent === `refuse:${id}` && result.refusal !== null;
          return (
            <li key={id} className="choice stack-2 rule-to-check">
              <p>
                {details} <small>{t(`helpers.confirm.state.${state}`)}</small>
              </p>
              {!isLocked && state !== "done" && (
                <form method="post" data-failed={t("helpers.confirm.failed")}>
                  <Submit label={t("helpers.confirm.yes")} look="primary" about={details} intent={`confirm:${id}`} />
                </form>
              )}
              {!isLocked && state === "waits" && (
                <details open={isRefused}>
                  <summary>{t("helpers.confirm.no")}</summary>
                  <form method="post" noValidate className="stack-2" data-failed={t("helpers.confirm.failed")}>
                    <FormErrorsProvider errors={isRefused ? (result.refusal?.errors ?? {}) : {}}>
                      <TextField
                        id={`reason-${id}`}
                        name="reason"
                        label={t("helpers.confirm.reason")}
                        maxLength={MAX_REASON}
                        autoComplete="off"
                        defaultValue={isRefused ? result.typed.reason : ""}
                      />
                      <Submit label={t("helpers.confirm.refuse")} about={details} intent={`refuse:${id}`} />
                    </FormErrorsProvider>
                  </form>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
