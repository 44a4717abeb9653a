import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import type { Route } from "./+types/home.route.ts";
import { Home } from "./home.tsx";

/** The most raffles shown: they fit on one line of a wide screen. */
const RAFFLES_SHOWN = 3;

export const handle: PageHandle = { cached: { shows: "raffles" } };

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { db, config } = site;
  // The list has open raffles first, ordered by closing date.
  const { raffles } = await listPublishedRaffles(db, 1);
  const open = raffles.filter((raffle) => raffle.open).slice(0, RAFFLES_SHOWN);
  return {
    raffles: await raffleCards(open, site, language),
    productName: config.productName,
    operatorEmail: config.operatorEmail ?? null,
    meta: { path: "", description: translate(language, { key: "pages:home.description" }) },
  };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { raffles, productName, operatorEmail } = loaderData;
  return <Home raffles={raffles} productName={productName} operatorEmail={operatorEmail} />;
}
