import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { nameHolders } from "#src/draws/winner-names.ts";
import { notWonBy } from "#src/draws/won-by.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { listDrawnRaffles } from "#src/raffles/lists/published.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import type { Route } from "./+types/draws-feed.route.ts";
import { atomFeed } from "./atom.ts";

export const handle: PageHandle = { cached: { shows: "raffles" } };

/** The latest draws, for programs that read feeds. They keep what they read, so that it names tickets and no people. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffles = await listDrawnRaffles(site.db);
  const cards = await raffleCards(raffles, site, language);
  const ids = raffles.map(({ id }) => id);
  // Of prizes without holders nobody is named.
  const unheld = [...(await readPrizeHolders(site.db, ids))].map(
    ([id, prizes]) => [id, prizes.filter(({ tickets, more }) => tickets.length + more === 0)] as const,
  );
  const nobodys = await nameHolders(site.db, new Map(unheld));
  const entries = cards.map((card, index) => ({
    path: `/raffle/${card.codeId}/draw`,
    title: translate(language, { key: "raffles:share.draw", params: { name: card.name } }),
    updated: raffles[index]?.announcedAt ?? raffles[index]?.drawnAt ?? site.clock(),
    summary: [card.winners, ...notWonBy(nobodys.get(raffles[index]?.id ?? "") ?? [], language)]
      .filter((text) => text !== "")
      .join(" · "),
    author: card.shop?.title,
  }));
  return atomFeed({ name: "draws", page: "/draws", entries }, site.config, language);
}
