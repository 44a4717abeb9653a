import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { RaffleCard } from "../raffle-list/raffle-card.tsx";
import type { Route } from "./+types/framed-ticket.route.ts";
import { allowFrames } from "./framed-by.ts";
import { FramedPage } from "./framed-page.tsx";

export const handle: PageHandle = { framed: true, cached: { shows: "raffle" } };

/** A raffle's ticket for other sites' pages: a link to the raffle, and nothing that could be pressed by mistake. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleCode);
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  await allowFrames(context, raffle.id, "ticket");
  const [card] = await raffleCards([raffle], site, language);
  const view = raffleView(raffle, site, language);
  return {
    card,
    shop: view.shop,
    meta: { path: "embed", description: raffleDescription(view, site, language), ...partOfRaffle(raffle) },
  };
}

export default function FramedTicketPage({ loaderData: { card, shop } }: Route.ComponentProps) {
  return (
    <FramedPage shop={shop}>{card && <RaffleCard raffle={card} eager next={card.open} heading="h1" />}</FramedPage>
  );
}
