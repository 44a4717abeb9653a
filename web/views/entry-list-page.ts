import type { RouterContextProvider } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { listEntries } from "#src/entries/organiser-list.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { MOST_XLSX_ENTRIES } from "#src/export/entries-xlsx.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { ORGANISER_HEADERS } from "../organiser.ts";
import { listedEntryView } from "./entry-list-view.ts";
import { raffleView } from "./raffle-view.ts";
import { refusalPage } from "./refusal-page.ts";
import { retentionView } from "./retention-view.ts";

/** What the draw list and the master list load: the raffle, one page of its entries, and how many there are. */
export async function loadEntryList(
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  scope: OrganiserScope,
  list: { readonly path: "draw-list" | "draw-masterlist"; readonly description: string },
) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const asked = new URL(request.url).searchParams;
  const typed = asked.get("q") ?? "";
  const query = {
    fragment: searchFragment(typed),
    withSource: list.path === "draw-masterlist",
    after: asked.get("after"),
  };
  const raffle = await findRaffle(site.db, scope.raffleId);
  if (!raffle) throw refusalPage(context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const { entries, ...page } = await listEntries(site.db, scope, query);
  const { productName, origin } = site.config;
  return {
    raffle: raffleView(raffle, site, language),
    retention: await retentionView(site, scope, raffle, language),
    fragment: typed,
    continued: query.after !== null,
    entries: entries.map((entry) => listedEntryView(entry, raffle)),
    ...page,
    fitsSheet: page.total <= MOST_XLSX_ENTRIES,
    meta: {
      path: list.path,
      subject: raffle.name,
      productName,
      origin,
      canonicalPath: `/raffle/${raffle.codeId}`,
      description: sentence(language, { key: list.description }),
      listed: false,
    },
  };
}

export type EntryListData = Awaited<ReturnType<typeof loadEntryList>>;
