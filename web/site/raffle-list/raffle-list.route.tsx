import { redirect } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { feedView } from "../../page/views/feed-view.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import { siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/raffle-list.route.ts";
import { EmptyRaffleList } from "./empty-raffle-list.tsx";
import { RaffleList } from "./raffle-list.tsx";
import { readSelection, selectionQuery } from "./selection.ts";

// What somebody looks for is rendered for them alone: strangers could fill the memory with searches.
export const handle: PageHandle = { cached: { shows: "raffles", pages: true, except: ["q", "show"] } };

export const loader = siteLoader(
  "raffles:list.description",
  async ({ url: { searchParams }, site, language, meta }) => {
    const page = pageNumber(searchParams.get("page"));
    const selection = readSelection(searchParams);
    const isSearch = Object.keys(selectionQuery(selection)).length > 0;
    const { raffles, more } = await listPublishedRaffles(site.db, page, selection);
    // The list got shorter, or the visitor typed the page number. That does not mean that there are no raffles.
    if (raffles.length === 0 && page > 1 && !isSearch) throw redirect("/raffle-list");
    return {
      raffles: await raffleCards(raffles, site, language),
      selection,
      isSearch,
      page,
      more,
      meta: {
        ...meta,
        canonicalPath: page === 1 ? "/raffle-list" : `/raffle-list?page=${page}`,
        listed: !isSearch,
        feeds: [feedView("raffles", language), feedView("dates", language), feedView("draws", language)],
      },
    };
  },
);

export default function RaffleListPage({ loaderData }: Route.ComponentProps) {
  const { raffles, isSearch, meta, ...list } = loaderData;
  return raffles.length === 0 && !isSearch ? (
    <EmptyRaffleList />
  ) : (
    <RaffleList raffles={raffles} feeds={meta.feeds} {...list} />
  );
}
