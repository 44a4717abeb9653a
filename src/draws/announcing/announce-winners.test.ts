import { describe, expect, test, vi } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { lockedRaffle, storeResult } from "../../../tests/support/shown-draw.ts";
import { readDrawContent } from "../draw-content.ts";
import { readOutlook } from "../outlook.ts";
import { readOwnTicket } from "../own-ticket.ts";
import { readPrizeHolders } from "../prize-holders.ts";
import { findDraw, isDrawn } from "../read.ts";
import { letWinnerGo } from "../replacing/let-winner-go.ts";
import { readResultCard } from "../result-card.ts";
import { advanceShow, endShow } from "../show/move-show.ts";
import { announceDue, findUnannounced } from "./announce-due.ts";
import { announceNow, announceWinners } from "./announce-winners.ts";

// Threads start: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { database, site } = api;
const { db, pool } = database;
const { draw, fill } = drawnClaimsOf(api);

type Drawn = Awaited<ReturnType<typeof drawn>>;

/** Its three winners wait for the show of two prizes. A webhook is told of draws. */
async function drawn(announce = "with-show") {
  const raffle = await draw({ announce, rules: [], drawRequires: "none" });
  const hook = `insert into webhook_endpoints (raffle_id, id, url, kinds, with_people, language)
    values ($1, gen_random_uuid(), 'https://example.com', '{raffle.drawn}', false, 'en')`;
  await pool.query(hook, [raffle.id]);
  return { ...raffle, scope: await organiserScope(site, raffle) };
}

const COUNTED = {
  claims: "claims where raffle_id = $1",
  winnersMailed: "mails where raffle_id = $1 and kind = 'prize-won'",
  othersMailed: "mails where raffle_id = $1 and kind = 'draw-result'",
  webhooks: "webhook_deliveries where raffle_id = $1 and kind = 'raffle.drawn'",
  records: "audit_log where scope_id = $1 and action = 'announce-winners'",
};

const WAITING = { claims: 0, winnersMailed: 0, othersMailed: 0, webhooks: 0, records: 0 };
const ANNOUNCED = { claims: 3, winnersMailed: 3, othersMailed: 2, webhooks: 1, records: 1 };

/** How often everything was done that an announcement does. */
async function done({ id }: Pick<Drawn, "id">): Promise<Record<string, number>> {
  await fill();
  const counts = Object.entries(COUNTED).map(async ([name, from]) => {
    const { rows } = await pool.query(`select count(*)::int as n from ${from}`, [id]);
    return [name, rows[0].n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** What anybody, or the entrant, is shown of who won. */
async function seen({ id, codeId, codes }: Drawn) {
  const raffle = await findRaffle(db, id);
  if (!raffle) throw new Error("The raffle is gone.");
  const { rows } = await pool.query("select id from entries where entry_code = $1", [Object.values(codes)[0]]);
  const scope = await entrantToWriteTo(db, { raffleId: id, entryId: rows[0].id });
  const card = await readResultCard({ db, origin: "https://example.com", timeZone: "UTC" }, codeId, "en");
  const content = await readDrawContent(db, { raffleId: id, subjectIds: [], withPeople: false });
  return {
    held: (await readPrizeHolders(db, [id])).get(id)?.length,
    outlook: await readOutlook(db, raffle, site.clock()),
    ownResult: scope && (await readOwnTicket(site, scope, scope))?.ticket.result !== null,
    card: card !== null,
    webhook: content?.winners.length,
  };
}

const NOTHING = { held: 0, outlook: "announcing", ownResult: false, card: false, webhook: 0 };
const EVERYTHING = { held: 2, outlook: "drawn", ownResult: true, card: true, webhook: 3 };

test("winners who wait for the show are drawn and published, and nobody is told before the last is shown", async () => {
  const raffle = await drawn();
  const published = (await findDraw(db, raffle.id))?.published;
  expect(published && isDrawn(published) && published.results.flatMap(({ winners }) => winners)).toHaveLength(3);
  expect(await done(raffle)).toEqual(WAITING);
  expect(await seen(raffle)).toEqual(NOTHING);
  for (const step of [0, 1, 2]) await advanceShow(site, raffle.scope, step);
  expect(await done(raffle)).toEqual(WAITING);
  expect(await seen(raffle)).toEqual({ ...NOTHING, held: 1 });
  const before = site.clock();
  await advanceShow(site, raffle.scope, 3);
  expect(await done(raffle)).toEqual(ANNOUNCED);
  expect(await seen(raffle)).toEqual(EVERYTHING);
  await advanceShow(site, raffle.scope, 4);
  expect(await done(raffle)).toEqual(ANNOUNCED);
  // Their time to claim begins with the announcement.
  const { rows } = await pool.query("select held_since, claim_by from claims where raffle_id = $1", [raffle.id]);
  const stored = await findRaffle(db, raffle.id);
  for (const claim of rows) {
    expect(claim.held_since).toEqual(stored?.announcedAt);
    expect(claim.claim_by).toEqual(stored && timelineOf(stored).claimUntil);
  }
  expect(stored?.announcedAt && stored.announcedAt >= before).toBe(true);
});

test("at once, all of it happens with the draw, as it is recorded", async () => {
  const raffle = await drawn("at-once");
  expect(await done(raffle)).toEqual({ ...ANNOUNCED, webhooks: 0, records: 0 });
  expect(await seen(raffle)).toEqual(EVERYTHING);
  const held = "select held_since, round_at from claims join draw_locks using (raffle_id) where raffle_id = $1";
  const { rows } = await pool.query(held, [raffle.id]);
  for (const { held_since, round_at } of rows) expect(held_since).toEqual(round_at);
});

async function announceNextDue(deps: Parameters<typeof findUnannounced>[0]): Promise<boolean> {
  const due = await findUnannounced(deps, []);
  if (due) await announceDue(deps, due.id);
  return due !== undefined;
}

test("winners whose show does not come are announced a day after the draw, and not before", async () => {
  const raffle = await drawn();
  await advanceShow(site, raffle.scope, 0);
  const { rows } = await pool.query("select drawn_at from raffles where id = $1", [raffle.id]);
  const at = (ms: number) => ({ db, clock: () => new Date(rows[0].drawn_at.getTime() + ms) });
  expect(await announceNextDue(at(24 * HOUR_MS - 1))).toBe(false);
  expect(await announceNextDue(at(24 * HOUR_MS))).toBe(true);
  expect(await announceNextDue(at(25 * HOUR_MS))).toBe(false);
  expect(await done(raffle)).toEqual(ANNOUNCED);
  // The show may go on; the pages hide nothing any more.
  expect(await seen(raffle)).toEqual(EVERYTHING);
});

test("an organiser announces them without a show, and nothing before the draw", async () => {
  const undrawn = await lockedRaffle(api, pool);
  const early = await announceNow(site, await organiserScope(site, undrawn));
  expect(early).toEqual({ ok: false, refusal: { reason: "not-drawn" } });
  const raffle = await drawn();
  const [ticket = 0] = await winningTickets(raffle);
  const wanted = { prizeCode: "QUESO", from: ticket, reason: "withdrew", note: "Gives it back" };
  const deps = { ...site, stopping: new AbortController().signal };
  const refused = await letWinnerGo(deps, raffle.scope, wanted);
  expect(refused).toEqual({ ok: false, refusal: { reason: "not-announced" } });
  for (const _ of [1, 2]) expect((await announceNow(site, raffle.scope)).ok).toBe(true);
  expect(await done(raffle)).toEqual(ANNOUNCED);
  expect((await letWinnerGo(deps, raffle.scope, wanted)).ok).toBe(true);
});

async function winningTickets({ id }: Drawn): Promise<readonly number[]> {
  const published = (await findDraw(db, id))?.published;
  return published && isDrawn(published) ? (published.results[0]?.winners ?? []) : [];
}

test("a site of the version before announces what it draws, and nobody is told twice", async () => {
  const raffle = await lockedRaffle(api, pool);
  await pool.query("update raffles set announce = 'with-show' where id = $1", [raffle.id]);
  await storeResult(pool, raffle.id, { QUESO: [2] });
  expect((await findRaffle(db, raffle.id))?.announcedAt).toBeInstanceOf(Date);
  const dayAfter = { db, clock: () => new Date(Date.now() + 25 * HOUR_MS) };
  expect(await announceNextDue(dayAfter)).toBe(false);
});

describe("of the last step, the button and the day's end, all at once", () => {
  /** Each with a connection of its own. */
  async function race(ways: readonly ((own: Database) => Promise<unknown>)[]): Promise<void> {
    const desks = ways.map(() => connectDatabase(database));
    await Promise.all(ways.map((way, index) => way(desks[index]?.db as Database)));
    await Promise.all(desks.map((desk) => desk.close()));
  }

  test("one announces the winners", async () => {
    for (let round = 0; round < 5; round += 1) {
      const raffle = await drawn();
      const dayAfter = () => new Date(Date.now() + 25 * HOUR_MS);
      await race([
        (own) => endShow({ ...site, db: own }, raffle.scope),
        (own) => announceNow({ ...site, db: own }, raffle.scope),
        (own) => announceNextDue({ db: own, clock: dayAfter }),
        (own) => endShow({ ...site, db: own }, raffle.scope),
        (own) => announceNextDue({ db: own, clock: dayAfter }),
      ]);
      expect(await done(raffle)).toEqual(ANNOUNCED);
    }
  });

  test("several would, if they looked before they wrote (control)", async () => {
    const raffle = await drawn();
    let first = 0;
    const look = async (own: Database) => {
      const row = own.selectFrom("drawResults").select("announcedAt").where("raffleId", "=", raffle.id);
      if ((await row.executeTakeFirstOrThrow()).announcedAt === null) first += 1;
      await inTransaction(own, (tx) => announceWinners(tx, raffle.scope, site.clock));
    };
    await race([look, look, look, look]);
    expect(first).toBeGreaterThan(1);
  });
});
