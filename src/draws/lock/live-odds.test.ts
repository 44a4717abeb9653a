import { expect, test } from "vitest";
import { countOdds, createOddsCache } from "#src/entries/standing/live-odds.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { drawRaffle } from "../drawing/draw-raffle.ts";
import { findDraw, isDrawn } from "../read.ts";
import { lockList } from "./lock-list.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { site } = api;
const { db, pool } = api.database;

async function read(id: string) {
  const raffle = await findRaffle(db, id);
  if (!raffle) throw new Error("It is gone.");
  return raffle;
}

const PRIZES = [
  { prizeCode: "A", name: "Wished", pool: "wished", numberOfWinners: 1, orderNumber: 1 },
  { prizeCode: "B", name: "Everyone", pool: "everyone", numberOfWinners: 1, orderNumber: 2 },
  { prizeCode: "C", name: "Wished first", pool: "wished-first", numberOfWinners: 1, orderNumber: 3 },
  { prizeCode: "D", name: "Nobody's wish", pool: "wished", numberOfWinners: 1, orderNumber: 4 },
];

test.each([
  ["equal", "all-rules"],
  ["drops", "any-rule"],
])("live odds with %s chances agree with a lock made at this moment", async (drawWeight, drawRequires) => {
  const rules = [
    { number: 1, details: "Like us", drops: 2 },
    { number: 2, details: "Visit us", drops: 3 },
  ];
  const created = await api.createRaffle({ prizes: PRIZES, rules, drawWeight, drawRequires, liveOdds: "shown" });
  const raffle = await read(created.id);
  const [first, second] = raffle.rules.map(({ id }) => id);
  const wish = (...codes: string[]) =>
    raffle.prizes.filter(({ prizeCode }) => codes.includes(prizeCode)).map(({ id }) => ({ prizeId: id, note: "x" }));
  const enter = (done: readonly (string | undefined)[], ...codes: string[]) =>
    api.enter(raffle, { rules: done, wishes: wish(...codes) });
  await enter([first, second], "A");
  await enter([second, first], "A", "C");
  await enter([first], "C");
  await enter([]);
  await enter([first, second], "B");
  const out = await enter([first, second], "A");
  await pool.query("update entries set disqualified_for = 'Twice', disqualified_at = now() where entry_code = $1", [
    out,
  ]);

  const odds = await countOdds(db, raffle);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const locked = await lockList(site, await organiserScope(site, created));
  expect(locked.ok).toBe(true);
  const { rows } = await pool.query<{ round: number }>(
    "update draw_locks set round_at = date_trunc('second', now()) where raffle_id = $1 returning round::int",
    [raffle.id],
  );
  await drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(rows[0]?.round ?? 0));
  const draw = (await findDraw(db, raffle.id))?.published;
  if (!draw || !isDrawn(draw)) throw new Error("It is not drawn.");
  expect(odds.map(({ prizeCode, inDraw }) => [prizeCode, inDraw])).toEqual(
    draw.results.map(({ prizeCode, eligible }) => [prizeCode, eligible]),
  );
  const ofAll = odds.find(({ prizeCode }) => prizeCode === "B");
  expect(ofAll?.chances).toBe(draw.lock.chances);
  expect(odds.find(({ prizeCode }) => prizeCode === "A")?.wished).toBe(2);
  expect(odds.find(({ prizeCode }) => prizeCode === "D")).toMatchObject({ wished: 0, inDraw: ofAll?.inDraw });
});

test("they are counted once for many visitors, and only where the organiser shows them before the lock", async () => {
  const raffle = await read((await api.createRaffle({ prizes: PRIZES, rules: [], liveOdds: "shown" })).id);
  const now = new Date("2026-11-24T10:00:00Z");
  const cache = createOddsCache(db, () => now);
  expect((await cache.find(raffle, 0))?.prizes.map(({ inDraw }) => inDraw)).toEqual([0, 0, 0, 0]);
  await api.enter(raffle);
  const again = await cache.find(raffle, 1);
  expect([again?.countedAt, again?.prizes[1]?.inDraw]).toEqual([now, 0]);
  expect((await cache.find({ ...raffle, version: 2 }, 1))?.prizes[1]?.inDraw).toBe(1);
  expect(await cache.find({ ...raffle, liveOdds: "hidden" }, 1)).toBeNull();
  expect(await cache.find({ ...raffle, lockedAt: now }, 1)).toBeNull();
  expect(await cache.find(raffle, 100_001)).toBeNull();
});
