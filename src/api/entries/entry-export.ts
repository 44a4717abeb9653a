import { Hono } from "hono";
import { readEntryFilter } from "#src/entries/lists/filter.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { entriesCsv } from "#src/export/entries-csv.ts";
import { entriesXlsx } from "#src/export/entries-xlsx.ts";
import type { EntryFile } from "#src/export/entry-file.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { described } from "../openapi/described.ts";
import { entryExportOperations } from "../openapi/export-operations.ts";
import { organiserOf } from "../organiser.ts";
import { utf8Of } from "../stream-of.ts";

/**
 * The entries of a raffle as a file, for its organiser: GET /api/raffles/{idOrCode}/entries.csv and entries.xlsx, with
 * the search and the filter of the lists; `columns=all` has more columns.
 */
export function entryExportApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.get("/:idOrCode/entries.csv", described(entryExportOperations.csv), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "read-entries");
    if (!scope.ok) return problem(scope.refusal);
    const body = utf8Of(entriesCsv(site.db, scope.value, fileOf(c.req.url)));
    return c.body(body, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="raffle_entries.csv"',
      "cache-control": "no-store",
    });
  });
  app.get("/:idOrCode/entries.xlsx", described(entryExportOperations.xlsx), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "read-entries");
    if (!scope.ok) return problem(scope.refusal);
    const body = await entriesXlsx(site.db, scope.value, { file: fileOf(c.req.url) });
    if (!body.ok) return problem(body.refusal);
    return c.body(body.value, 200, {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": 'attachment; filename="raffle_entries.xlsx"',
      "cache-control": "no-store",
    });
  });
  return app;
}

function fileOf(url: string): EntryFile {
  const asked = new URL(url).searchParams;
  const { filter } = readEntryFilter(asked);
  return {
    fragment: searchFragment(asked.get("q")),
    withSource: true,
    filter,
    everything: asked.get("columns") === "all",
  };
}
