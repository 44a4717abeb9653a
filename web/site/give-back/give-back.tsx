import { useTranslation } from "react-i18next";
import { CLAIM_LIMITS } from "#src/claims/limits.ts";
import { TextField } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider } from "../../forms/form.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { ShowDetails } from "../../ui/show-details.tsx";
import type { Route } from "./+types/give-back.route.ts";

/** Asks a winner once whether a prize is to go to the next in line, and says what follows. */
export function GiveBack({ loaderData: page, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("claims");
  const { claim, claimPage, raffleName, proven, provable } = page;
  const closed = claim?.closed ?? null;
  const isDone = closed === "given-back" || closed === "declined";
  return (
    <>
      <PageHeading title={t(isDone ? "giveBack.doneHeading" : "giveBack.heading")} lead={raffleName} />
      {!proven && (
        <form method="post" className="form">
          <ShowDetails provable={provable} result={result} />
        </form>
      )}
      {proven && !claim && <Notice kind="info">{t("claim.nothing")}</Notice>}
      {claim && closed && (
        <Notice kind={isDone ? "success" : "info"}>{t(`giveBack.state.${closed}`, { prize: claim.prize })}</Notice>
      )}
      {claim && !closed ? (
        <Question page={page} claim={claim} result={result?.typed.intent === "show" ? undefined : result} />
      ) : (
        <p className="actions">
          <ButtonLink label={t("giveBack.toPrizes")} href={claimPage} />
        </p>
      )}
    </>
  );
}

type QuestionProps = {
  readonly page: Route.ComponentProps["loaderData"];
  readonly claim: NonNullable<Route.ComponentProps["loaderData"]["claim"]>;
  /** A refused form, which shows again what was typed. */
  readonly result: Route.ComponentProps["actionData"];
};

function Question({ page: { claimPage, isAtOnce }, claim, result }: QuestionProps) {
  const { t } = useTranslation("claims");
  const refusal = result?.refusal ?? null;
  return (
    <form method="post" noValidate className="form" data-draft={`give-back:${claim.id}`}>
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={t("giveBack.failed")} refusal={refusal} />}
        <section className="form-section" aria-labelledby="prize">
          <h2 id="prize">{claim.prize}</h2>
          <p>{t(isAtOnce ? "giveBack.atOnce" : "giveBack.byShop")}</p>
          <p>{t("giveBack.after", { ticket: claim.ticket })}</p>
          <TextField
            name="reason"
            label={t("claim.declineReason")}
            hint={t("giveBack.reasonHint")}
            maxLength={CLAIM_LIMITS.declinedFor}
            defaultValue={result?.typed.reason ?? ""}
          />
        </section>
        <div className="actions">
          <ButtonLink label={t("giveBack.no")} look="primary" href={claimPage} />
          <Submit label={t("giveBack.yes")} intent="give-back" />
        </div>
      </FormErrorsProvider>
    </form>
  );
}
