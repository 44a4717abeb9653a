import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listNewestRaffles } from "#src/raffles/lists/published.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import { joinText } from "../../page/views/raffle-view.ts";
import type { Route } from "./+types/raffles-feed.route.ts";
import { atomFeed } from "./atom.ts";

export const handle: PageHandle = { cached: { shows: "raffles" } };

/** The raffles published last, for programs that read feeds. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffles = await listNewestRaffles(site.db);
  const cards = await raffleCards(raffles, site, language);
  const entries = cards.map((card, index) => ({
    path: `/raffle/${card.codeId}`,
    title: card.name,
    updated: raffles[index]?.createdAt ?? site.clock(),
    summary: joinText(card, site, language),
    author: card.shop?.title,
  }));
  return atomFeed({ name: "raffles", page: "/raffle-list", entries }, site.config, language);
}
