import { Hono } from "hono";
import { ENTRIES_PER_PAGE, MAX_ENTRIES_PER_PAGE } from "#src/entries/limits.ts";
import { readEntryFilter } from "#src/entries/lists/filter.ts";
import { type JudgedListEntry, listEntries } from "#src/entries/lists/organiser-list.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { linkParts } from "../headers/page-links.ts";
import { described } from "../openapi/described.ts";
import { raffleOperations } from "../openapi/raffle-operations.ts";
import { organiserOf } from "../organiser.ts";

/**
 * A raffle's entries page by page, for its organiser: GET /api/raffles/{idOrCode}/entries?q=&after=&before=&limit=, and
 * the filter and the order of the desk's lists.
 */
export function entryListApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.get("/:idOrCode/entries", described(raffleOperations.listEntries), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "read-entries");
    if (!scope.ok) return problem(scope.refusal);
    const asked = { after: c.req.query("after") ?? null, before: c.req.query("before") ?? null };
    const wanted = readEntryFilter(new URL(c.req.url).searchParams);
    const query = {
      fragment: searchFragment(c.req.query("q")),
      withSource: true,
      ...wanted,
      ...asked,
      size: pageSize(c.req.query("limit")),
    };
    const { entries, ...page } = await listEntries(site.db, scope.value, query);
    linkParts(c, page);
    return c.json({ entries: entries.map(listedEntry), ...page }, 200, { "cache-control": "no-store" });
  });
  return app;
}

/** A number from 1 on; more than the most is the most, and what is no number is the size of the desk's pages. */
function pageSize(limit = ""): number {
  return /^[1-9][0-9]{0,8}$/.test(limit) ? Math.min(Number(limit), MAX_ENTRIES_PER_PAGE) : ENTRIES_PER_PAGE;
}

// The API's field names, the same as in its other entry answers and the exported file.
function listedEntry({ id: _, disqualifiedAt: __, source, doneRules, valid, ...entry }: JudgedListEntry) {
  return { ...entry, sources: source, rules: doneRules, validation: valid ? "VALID" : "INVALID" };
}
