import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShowDetails } from "../../ui/show-details.tsx";
import type { Route } from "./+types/claim.route.ts";
import { Announced } from "./announced.tsx";
import { ClaimForm, type ClaimPageData, type ClaimResult, type ClaimView } from "./claim-form.tsx";
import { WonTicket } from "./won-ticket.tsx";
import "./claim.css";

type ClaimScreenProps = Pick<Route.ComponentProps, "actionData"> & { readonly loaderData: ClaimPageData };

/**
 * What an entry won. A prize that waits fills the screen; its form is the next page, with how far each prize is.
 */
export function ClaimScreen({ loaderData: page, actionData: result }: ClaimScreenProps) {
  const { t } = useTranslation(["claims", "entries"]);
  const { claims, proven, provable } = page;
  const chosen = chosenOf(page, result);
  const done = result && !result.refusal ? result.typed.intent : null;
  if (chosen && page.asOf === null && !result) {
    return (
      <>
        <WonTicket page={page} claim={chosen} />
        {claims.map((claim) => claim !== chosen && <Prize key={claim.id} claim={claim} page={page} isChosen={false} />)}
        <ToEntry page={page} />
      </>
    );
  }
  return (
    <>
      <PageHeading title={t(page.holds ? "claim.heading" : "claim.plainHeading")} lead={page.raffleName} />
      {!proven && (
        <form method="post" className="form">
          {provable && <p>{t("claim.prove")}</p>}
          {page.forgotten && <Notice kind="error">{t("entries:mask.notShown")}</Notice>}
          <ShowDetails provable={provable} hint={t("mask.claimHint", { ns: "entries" })} result={result} />
        </form>
      )}
      {proven && claims.length === 0 && <Notice kind="info">{t("claim.nothing")}</Notice>}
      {done === "claim" && <Notice kind="success">{t("claim.sent")}</Notice>}
      {done === "withdraw-words" && <Notice kind="info">{t("claim.withdrawn")}</Notice>}
      {done === "object" && <Notice kind="success">{t("claim.objected")}</Notice>}
      {claims.map((claim) => (
        <Prize key={claim.id} claim={claim} page={page} isChosen={claim === chosen} />
      ))}
      {chosen && (
        <ClaimForm
          key={chosen.id}
          page={page}
          claim={chosen}
          result={result?.refusal && result.typed.claim === chosen.id ? result : undefined}
        />
      )}
      <ToEntry page={page} />
    </>
  );
}

function ToEntry({ page }: { readonly page: ClaimPageData }) {
  const { t } = useTranslation("claims");
  return (
    <p className="actions">
      <a className="button" href={page.entryPage}>
        {t("claim.toEntry")}
      </a>
    </p>
  );
}

/** The prize whose form is shown: the one that was sent or asked for, or the first that is not claimed yet. */
function chosenOf({ claims, asOf }: ClaimPageData, result: ClaimResult): ClaimView | undefined {
  const open = claims.filter(({ canBeClaimed }) => canBeClaimed);
  const wanted = result?.refusal ? result.typed.claim : result ? null : asOf;
  return open.find(({ id }) => id === wanted) ?? open.find(({ state }) => state !== "claimed");
}

type PrizeProps = { readonly claim: ClaimView; readonly page: ClaimPageData; readonly isChosen: boolean };

function Prize({ claim, page, isChosen }: PrizeProps) {
  const { t } = useTranslation("claims");
  const { id, prize, state, voucher, canBeClaimed, turnedDownFor, hasWords, giveBack } = claim;
  const until = useTimestamps()(claim.claimBy);
  const isOpen = canBeClaimed && state !== "claimed";
  const isAsked = claim.announced?.isStanding === true;
  return (
    <section className="claim-prize" aria-labelledby={`prize-${id}`}>
      <h2 id={`prize-${id}`}>{prize}</h2>
      <p>{t(`claim.state.${state}`)}</p>
      {state === "overdue" && <ShopContact shop={page.shop} />}
      {isOpen && (
        <p>
          {t("claim.until")} <time dateTime={until.iso}>{t("claim.moment", { ...until })}</time>
        </p>
      )}
      <Announced claim={claim} giveBack={giveBack ?? page.page} />
      {isOpen && turnedDownFor !== null && (
        <Notice kind="error">{t("claim.turnedDown", { reason: turnedDownFor })}</Notice>
      )}
      <div className="actions">
        {voucher && (
          // The shop's question is to be answered first.
          <ButtonLink
            label={t(state === "handed-over" ? "claim.usedVoucher" : "claim.voucher")}
            look={state === "handed-over" ? "quiet" : isAsked ? undefined : "primary"}
            href={voucher}
          />
        )}
        {canBeClaimed && !isChosen && (
          <a className="button" href={`${page.page}?prize=${id}`}>
            {t(state === "claimed" ? "claim.change" : "claim.this")}
          </a>
        )}
        {giveBack && !isAsked && <ButtonLink label={t("claim.decline")} look="quiet" href={giveBack} />}
        {hasWords && !canBeClaimed && (
          <form method="post">
            <input type="hidden" name="claim" value={id} />
            <Submit label={t("claim.withdraw")} intent="withdraw-words" />
          </form>
        )}
      </div>
    </section>
  );
}
