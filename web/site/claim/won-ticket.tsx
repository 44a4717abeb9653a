import { useTranslation } from "react-i18next";
import { PageScript } from "../../page/page-script.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { GroupedCode } from "../../ui/code-ticket/grouped-code.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { PrizePicture } from "../../ui/prize-text/prize-text.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { Announced } from "./announced.tsx";
import type { ClaimPageData, ClaimView } from "./claim-form.tsx";
import script from "./drive-won.ts?inline-script";

type WonTicketProps = { readonly page: ClaimPageData; readonly claim: ClaimView };

/** A prize that waits for its winner: a ticket that fills the screen, and how to get it. The form is the next page. */
export function WonTicket({ page, claim }: WonTicketProps) {
  const { t } = useTranslation("claims");
  const until = useTimestamps()(claim.claimBy);
  const { shop, asked, entrant } = page;
  const { ways, pickUp } = asked;
  const isGoodNews = claim.announced === null && claim.turnedDownFor === null;
  // A shop that says where and when expects its winners there.
  const usual = pickUp !== "" && ways.includes("pick-up") ? "pick-up" : ways[0];
  return (
    <section className="won-page" aria-labelledby={`prize-${claim.id}`}>
      <div className="ticket won" style={shop?.style} data-won={isGoodNews ? "" : undefined}>
        <PrizePicture prize={claim} sizes="(width >= 40rem) 40rem, 100vw" />
        <div className="ticket-body">
          <h1>{t("claim.won", { name: entrant.firstName })}</h1>
          <h2 id={`prize-${claim.id}`}>{claim.prize}</h2>
          <p className="won-shop">
            {t(`claim.from.${shop?.title ? "shop" : "raffle"}`, { shop: shop?.title, raffle: page.raffleName })}
          </p>
          <ShopContact shop={shop} />
          {ways.includes("pick-up") && pickUp !== "" && <p className="claim-place">{pickUp}</p>}
          <p>
            {t("claim.until")} <time dateTime={until.iso}>{t("claim.moment", { ...until })}</time>
          </p>
          <Announced claim={claim} giveBack={claim.giveBack ?? page.page} />
          {claim.turnedDownFor !== null && (
            <Notice kind="error">{t("claim.turnedDown", { reason: claim.turnedDownFor })}</Notice>
          )}
          <div className="won-ways">
            {ways.map((way) => (
              <ButtonLink
                key={way}
                label={t(`claim.ways.${way}`)}
                look={way === usual ? "primary" : undefined}
                href={`${page.page}?prize=${claim.id}&way=${way}`}
              />
            ))}
          </div>
        </div>
        <div className="ticket-stub">
          <p>
            <strong>#{claim.ticket}</strong> · {t("claim.entryCode")}{" "}
            <strong translate="no">
              <GroupedCode code={entrant.entryCode} />
            </strong>
          </p>
          {page.isMailed && <p className="hint">{t("claim.isReal")}</p>}
        </div>
      </div>
      <p className="actions">
        <a href={page.drawPage}>{t("claim.whoElse")}</a>
        {page.hasSouvenir && <a href={`${page.drawPage}#souvenir`}>{t("claim.souvenir")}</a>}
        {claim.giveBack && !claim.announced?.isStanding && <a href={claim.giveBack}>{t("claim.decline")}</a>}
      </p>
      <PageScript text={script} />
    </section>
  );
}
