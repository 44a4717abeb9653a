import { type Context, Hono } from "hono";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { proveEntrant } from "#src/access/entrant.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { refuse } from "#src/base/outcome.ts";
import { listBatches, makeBatch, stopBatch } from "#src/earning/codes/batches.ts";
import { shownDropCode } from "#src/earning/codes/drop-code.ts";
import { codeForTill, codesCsv, openBatch } from "#src/earning/codes/hand-out.ts";
import { dropCodeLink } from "#src/earning/codes/link.ts";
import { redeemTyped } from "#src/earning/redeem-typed.ts";
import { takeBackDrops } from "#src/earning/take-back.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import { readJson } from "../body.ts";
import { NO_STORE } from "../headers/no-store.ts";
import { described } from "../openapi/described.ts";
import { namedRaffle, organiserOf, proveOrganiserOf, solutionOf } from "../organiser.ts";
import { utf8Of } from "../stream-of.ts";
import { codeOperations } from "./code-operations.ts";

const ALL = "/:idOrCode/code-batches";

/** Batches of codes that earn drops, for a raffle's organiser: made, handed out, stopped. */
export function codeBatchApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  /** Answers an organiser's request by what `work` makes of it. */
  async function asOrganiser(
    c: Context,
    permission: "manage-raffle" | "change-entries",
    work: (scope: OrganiserScope, linkOf: (code: string) => string) => Promise<Response>,
    prove = organiserOf,
  ): Promise<Response> {
    const scope = await prove(site, c, addressOf(c), permission);
    if (!scope.ok) return problem(scope.refusal);
    const raffle = await findRaffle(site.db, scope.value.raffleId);
    if (!raffle) return problem({ reason: "raffle-not-found" });
    return work(scope.value, (code) => dropCodeLink(site.config.origin, raffle.codeId, code));
  }

  app.get(ALL, described(codeOperations.list), (c) =>
    asOrganiser(c, "manage-raffle", async (scope) =>
      c.json({ batches: await listBatches(site.db, scope) }, 200, NO_STORE),
    ),
  );

  app.post(ALL, described(codeOperations.make), (c) =>
    asOrganiser(c, "manage-raffle", async (scope) => {
      const body = await readJson(c.req.raw);
      if (!body.ok) return problem(body.refusal);
      const made = await makeBatch(site, scope, body.value);
      return made.ok ? c.json(made.value, 201, NO_STORE) : problem(made.refusal);
    }),
  );

  app.get(`${ALL}/:batch/codes.csv`, described(codeOperations.csv), (c) =>
    asOrganiser(c, "manage-raffle", async (scope, linkOf) => {
      // The log says who downloaded codes, each time.
      const visitor = { limits: site.limits, address: addressOf(c), solution: solutionOf(c) };
      const admitted = await admitChange(visitor, scope);
      if (!admitted.ok) return problem(admitted.refusal);
      const batch = await openBatch(site, scope, c.req.param("batch") ?? "");
      if (!batch.ok) return problem(batch.refusal);
      return c.body(utf8Of(codesCsv(site, scope, { batch: batch.value, linkOf })), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="codes.csv"',
        ...NO_STORE,
      });
    }),
  );

  const answerTill = (c: Context) =>
    asOrganiser(
      c,
      "change-entries",
      async (scope, linkOf) => {
        const body = await readJson(c.req.raw);
        if (!body.ok) return problem(body.refusal);
        const made = await codeForTill(site, scope, { id: c.req.param("batch") ?? "", sent: body.value });
        if (!made.ok) return problem(made.refusal);
        const { code } = made.value;
        return c.json({ code: shownDropCode(code), link: linkOf(code) }, 200, NO_STORE);
      },
      // A hundred tills ask thousands of times an hour. A batch has its own end, and the log gets no row.
      proveOrganiserOf,
    );
  app.post(`${ALL}/:batch/codes`, described(codeOperations.till), answerTill);

  app.post(`${ALL}/:batch/stop`, described(codeOperations.stop), (c) =>
    asOrganiser(c, "manage-raffle", async (scope) => {
      const stopped = await stopBatch(site, scope, c.req.param("batch") ?? "");
      return stopped.ok ? c.body(null, 204) : problem(stopped.refusal);
    }),
  );

  return app;
}

/**
 * What becomes of an entry's drops: its entrant redeems a code (POST /api/entries/{entryCode}/codes), its organiser
 * takes drops back (POST /api/entries/{entryCode}/ledger/{row}/withdrawal).
 */
export function earningApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.post("/:entryCode/ledger/:row/withdrawal", described(codeOperations.takeBack), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const raffle = namedRaffle(c);
    const raffleId = raffle === undefined ? undefined : await findRaffleId(site.db, raffle);
    if (raffleId === null) return problem({ reason: "entry-not-found" });
    const [address, entryCode] = [addressOf(c), c.req.param("entryCode")];
    const prover = { reader: site.db, entryAttempts: site.entryAttempts, address, solution: solutionOf(c) };
    const entrant = await proveEntrant(prover, { entryCode, raffleId });
    if (!entrant.ok) return problem(entrant.refusal);
    const organiser = await organiserOf(site, c, address, "change-entries", entrant.value.raffleId);
    if (!organiser.ok) return problem(organiser.refusal);
    const { reason } = (body.value ?? {}) as { readonly reason?: unknown };
    const sent = { entryCode, rowId: c.req.param("row"), reason: typeof reason === "string" ? reason : "" };
    const takenBack = await takeBackDrops(site, organiser.value, sent);
    return takenBack.ok ? c.json(takenBack.value, 200, NO_STORE) : problem(takenBack.refusal);
  });

  app.post("/:entryCode/codes", described(codeOperations.redeem), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const raffle = namedRaffle(c);
    const raffleId = raffle === undefined ? undefined : await findRaffleId(site.db, raffle);
    if (raffleId === null) return problem({ reason: "entry-not-found" });
    const [address, solution] = [addressOf(c), solutionOf(c)];
    const prover = { reader: site.db, entryAttempts: site.entryAttempts, address, solution };
    const entrant = await proveEntrant(prover, { entryCode: c.req.param("entryCode"), raffleId });
    if (!entrant.ok) return problem(entrant.refusal);
    const { code } = (body.value ?? {}) as { readonly code?: unknown };
    const redeemed =
      typeof code === "string"
        ? await redeemTyped({ ...site, address, solution }, entrant.value, code)
        : refuse({ reason: "invalid-fields", fields: { code: [{ key: "dropCodeRequired" }] } } as const);
    return redeemed.ok ? c.json(redeemed.value, 200, NO_STORE) : problem(redeemed.refusal);
  });
  return app;
}
