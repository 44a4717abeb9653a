import { readEntryFilter } from "#src/entries/lists/filter.ts";
import { listEntries, listSources } from "#src/entries/lists/organiser-list.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { MAX_XLSX_ENTRIES } from "#src/export/entries-xlsx.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import type { DeskScreen } from "../desk-screen.ts";
import { listedEntryView } from "./entry-list-view.ts";
import { filterView } from "./filter-view.ts";

/** Loads the data of the draw list and the master list: the raffle, one page of entries, and their number. */
export async function loadEntryList(
  { url, site, language, timeZone, scope, raffle }: DeskScreen,
  list: { readonly withSource: boolean },
) {
  const asked = url.searchParams;
  const typed = asked.get("q") ?? "";
  const wanted = readEntryFilter(asked);
  const query = {
    fragment: searchFragment(typed),
    ...list,
    ...wanted,
    after: asked.get("after"),
    before: asked.get("before"),
  };
  const [{ entries, ...page }, sources] = await Promise.all([
    listEntries(site.db, scope, query),
    listSources(site.db, scope),
  ]);
  return {
    raffle: raffleView(raffle, site, language),
    retention: await retentionView(site, scope, raffle),
    fragment: typed,
    filters: filterView({ raffle, sources, ...wanted, fragment: typed, place: placeOf(query), language }),
    chosen: asked.has("all"),
    continued: query.after !== null || query.before !== null,
    entries: entries.map((entry) => listedEntryView(entry, raffle, { now: site.clock(), language, timeZone })),
    ...page,
    fitsSheet: page.total <= MAX_XLSX_ENTRIES,
  };
}

export type EntryListData = Awaited<ReturnType<typeof loadEntryList>>;

function placeOf({ after, before }: Record<"after" | "before", string | null>) {
  return { ...(after !== null && { after }), ...(before !== null && { before }) };
}
