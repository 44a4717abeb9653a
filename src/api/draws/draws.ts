import { Hono } from "hono";
import { readListFile } from "#src/draws/lock/list-parts.ts";
import { lockAsOrganiser } from "#src/draws/lock/lock-as-organiser.ts";
import { raffleTag } from "#src/draws/log/names.ts";
import { readLockProof, readSealLeaves } from "#src/draws/log/read.ts";
import { findDraw, type LockPlace, listLocks } from "#src/draws/read.ts";
import { readStanding } from "#src/draws/replacing/announcements.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { described } from "../openapi/described.ts";
import { drawOperations } from "../openapi/draw-operations.ts";
import { proveOrganiserOf, solutionOf } from "../organiser.ts";
import { streamOf, utf8Of } from "../stream-of.ts";

const SEAL = /^[0-9a-f]{64}$/;
const LINES = { "content-type": "application/x-ndjson; charset=utf-8" };

/** Draws for machines: the lock or the transcript, the list file, and locking a list. */
export function drawApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.get("/:idOrCode/draw", described(drawOperations.find), async (c) => {
    const draw = await findDraw(site.db, c.req.param("idOrCode"));
    return draw ? c.json(draw.published) : problem(await noDraw(site, c.req.param("idOrCode")));
  });

  app.get("/:idOrCode/draw/tickets", described(drawOperations.tickets), async (c) => {
    const draw = await findDraw(site.db, c.req.param("idOrCode"));
    if (!draw) return problem(await noDraw(site, c.req.param("idOrCode")));
    const { raffle } = draw.published.lock.plan;
    return c.body(streamOf(readListFile(site.db, draw.raffleId)), 200, {
      ...LINES,
      // It never changes: whoever has it, or stands in between, need not ask again.
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": `attachment; filename="tickets-${raffle}.jsonl"`,
    });
  });

  app.get("/:idOrCode/draw/log", described(drawOperations.lockProof), async (c) => {
    const draw = await findDraw(site.db, c.req.param("idOrCode"));
    const proved = draw && (await readLockProof(site.db, draw.raffleId));
    return proved ? c.json(proved) : problem(await noDraw(site, c.req.param("idOrCode")));
  });

  app.get("/:idOrCode/draw/announcements", described(drawOperations.announcements), async (c) => {
    const draw = await findDraw(site.db, c.req.param("idOrCode"));
    if (!draw) return problem(await noDraw(site, c.req.param("idOrCode")));
    const standing = await readStanding(site.db, draw.raffleId);
    return c.json({ announcements: standing.map(({ raffleId: _, id: __, endedAs: ___, ...shown }) => shown) });
  });

  app.get("/:idOrCode/log/:seal", described(drawOperations.sealLeaves), async (c) => {
    const raffleId = await findRaffleId(site.db, c.req.param("idOrCode"));
    if (!raffleId) return problem({ reason: "raffle-not-found" });
    const seal = c.req.param("seal");
    const leaves = SEAL.test(seal) ? await readSealLeaves(site.db, raffleId, seal) : [];
    return c.json({ raffle: raffleTag(site.secret, raffleId), leaves });
  });

  app.post("/:idOrCode/draw/lock", described(drawOperations.lock), async (c) => {
    const address = addressOf(c);
    const scope = await proveOrganiserOf(site, c, address, "draw");
    if (!scope.ok) return problem(scope.refusal);
    const locked = await lockAsOrganiser({ ...site, address, solution: solutionOf(c) }, scope.value);
    return locked.ok ? c.json({ lockHash: locked.value }, 201) : problem(locked.refusal);
  });

  return app;
}

async function noDraw({ db }: Pick<Site, "db">, idOrCode: string) {
  return { reason: (await findRaffleId(db, idOrCode)) ? "list-unlocked" : "raffle-not-found" } as const;
}

/** Locks that one query reads. */
const LOCKS_PER_QUERY = 500;

/** Every lock of the site, a line each, the latest first: GET /api/locks. */
export function lockApi(site: Site): Hono {
  const app = new Hono();
  app.get("/", described(drawOperations.locks), (c) => c.body(utf8Of(lockLines(site)), 200, LINES));
  return app;
}

async function* lockLines({ db }: Pick<Site, "db">): AsyncGenerator<string> {
  let after: LockPlace | null = null;
  do {
    const locks = await listLocks(db, LOCKS_PER_QUERY, after);
    // Names change; what programs compare does not.
    yield locks.map((lock) => `${JSON.stringify({ ...lock, name: undefined })}\n`).join("");
    after = locks.length === LOCKS_PER_QUERY ? (locks.at(-1) ?? null) : null;
  } while (after);
}
