import { type Context, Hono } from "hono";
import { accept, refuse } from "#src/base/outcome.ts";
import { winnersCsv } from "#src/export/winners-csv.ts";
import { winnersXlsx } from "#src/export/winners-xlsx.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { described } from "../openapi/described.ts";
import { winnersExportOperations } from "../openapi/export-operations.ts";
import { organiserOf } from "../organiser.ts";
import { utf8Of } from "../stream-of.ts";

/** The report on a raffle's winners as a file, for its organiser: GET …/winners.csv and winners.xlsx. */
export function winnersExportApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  async function frameOf(c: Context) {
    const scope = await organiserOf(site, c, addressOf(c), "read-winners");
    if (!scope.ok) return scope;
    const raffle = await findRaffle(site.db, scope.value.raffleId);
    if (!raffle) return refuse({ reason: "raffle-not-found" } as const);
    const { origin, timeZone } = site.config;
    return accept({ scope: scope.value, frame: { raffle, origin, timeZone } });
  }
  app.get("/:idOrCode/winners.csv", described(winnersExportOperations.csv), async (c) => {
    const asked = await frameOf(c);
    if (!asked.ok) return problem(asked.refusal);
    const { scope, frame } = asked.value;
    const body = utf8Of(winnersCsv(site.db, scope, frame));
    return c.body(body, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="raffle_winners.csv"',
      "cache-control": "no-store",
    });
  });
  app.get("/:idOrCode/winners.xlsx", described(winnersExportOperations.xlsx), async (c) => {
    const asked = await frameOf(c);
    if (!asked.ok) return problem(asked.refusal);
    const body = await winnersXlsx(site.db, asked.value.scope, asked.value.frame);
    if (!body.ok) return problem(body.refusal);
    return c.body(body.value, 200, {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": 'attachment; filename="raffle_winners.xlsx"',
      "cache-control": "no-store",
    });
  });
  return app;
}
