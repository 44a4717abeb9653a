import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import { siteLoader } from "../../requests/screens.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/home.route.ts";
import { Hero, HowPoints, OpenRaffles, WhyPennants } from "./home.tsx";

/** The most raffles shown: they fit on one line of a wide screen. */
const RAFFLES_SHOWN = 3;

export const handle: PageHandle = { cached: { shows: "raffles" } };

export const loader = siteLoader("pages:home.description", async ({ site, language, meta }) => {
  const { db, config } = site;
  // The list has open raffles first, ordered by closing date.
  const { raffles } = await listPublishedRaffles(db, 1);
  const open = raffles.filter((raffle) => raffle.open).slice(0, RAFFLES_SHOWN);
  return {
    raffles: await raffleCards(open, site, language),
    productName: config.productName,
    operatorEmail: config.operatorEmail ?? null,
    meta: { ...meta, path: "" },
  };
});

/** The landing page. */
export default function Home({ loaderData: { raffles, productName, operatorEmail } }: Route.ComponentProps) {
  const { t } = useTranslation("site");
  return (
    <div className="home">
      {/* The page is the same for everybody. A cookie makes it show this to a person who has just signed in. */}
      <div className="for-new-members">
        <Notice kind="success">
          {t("welcome.done")} <a href="/profile">{t("welcome.profile")}</a>
        </Notice>
      </div>
      <Hero next={raffles[0]} operatorEmail={operatorEmail} />
      <OpenRaffles raffles={raffles} />
      <HowPoints />
      <WhyPennants productName={productName} />
    </div>
  );
}
