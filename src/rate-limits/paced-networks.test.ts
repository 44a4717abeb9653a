import { sql } from "kysely";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { attemptCleanup, createAttemptCounter } from "./attempt-counter.ts";
import { type Allowance, shareOf } from "./backoff.ts";
import { createPuzzle } from "./puzzle.ts";
import { type ActionPolicy, createStrangersLimits } from "./strangers-limits.ts";

const SECRET = Buffer.alloc(32, 7);
const ADDRESS = "192.0.2.1";

const { db, connectionString, close } = await createTestDatabase();
// Stands for another process: it has its own connections.
const other = connectDatabase({ connectionString });
const attempts = createTestAttempts(db);
const { limits } = attempts;

afterAll(async () => {
  await other.close();
  await close();
});

beforeEach(attempts.forgive);

const POLICY = {
  action: "make a wish",
  network: { free: 15, windowMs: 6 * HOUR_MS, doublesAfter: 4 },
  wider: { free: 15, windowMs: 6 * HOUR_MS, doublesAfter: 4 },
} as const satisfies ActionPolicy;
const SHARE = shareOf(POLICY.network);

const admit = (address = ADDRESS, policy: ActionPolicy = POLICY) => limits.admit({ policy, address }, "");
const miss = (policy: ActionPolicy = POLICY) => limits.countFailure({ policy, address: ADDRESS });

/** How many of the tries that a network makes, one after each pause, cost nothing. */
async function freeOf(pauseMs: number, forMs: number): Promise<number> {
  let free = 0;
  for (let passed = 0; passed < forMs; passed += pauseMs) {
    await attempts.pass(pauseMs);
    if ((await admit()).ok) free += 1;
  }
  return free;
}

async function useUp() {
  for (let one = 0; one < POLICY.network.free; one += 1) expect(await admit()).toEqual(accept(undefined));
}

it("lets a network that used up its free tries go on after one share of the window", async () => {
  await useUp();
  const asked = await admit();
  expect(asked.ok ? 0 : asked.refusal.seconds).toBeLessThanOrEqual(SHARE / 1000);
  await attempts.pass(SHARE);
  expect((await admit()).ok).toBe(true);
  expect((await admit()).ok).toBe(false);
  await attempts.pass(POLICY.network.windowMs);
  await useUp();
  expect((await admit()).ok).toBe(false);
});

it("gives as many in a day as whole windows did, however they are spread", async () => {
  const day = 24 * HOUR_MS;
  const perDay = (POLICY.network.free * day) / POLICY.network.windowMs;
  await useUp();
  expect(await freeOf(SHARE / 3, day)).toBe(perDay);
  await attempts.forgive();
  await useUp();
  expect(await freeOf(2 * HOUR_MS, day)).toBe(day / (2 * HOUR_MS));
});

it("makes no wait longer, however many more tries were made for puzzles, and their work grows as before", async () => {
  await useUp();
  for (let one = 0; one < 5; one += 1) await miss();
  const asked = await admit();
  expect(asked.ok ? null : asked.refusal).toMatchObject({
    seconds: expect.toSatisfy((seconds: number) => seconds <= SHARE / 1000),
    challenge: { parameters: { data: { puzzleCost: 2 } } },
  });
  await attempts.pass(SHARE);
  expect((await admit()).ok).toBe(true);
});

it("gives a share that came back to one of many who come at once through two processes", async () => {
  await useUp();
  await attempts.pass(SHARE);
  const puzzle = createPuzzle(SECRET, Date.now);
  const open = (secret: Buffer) =>
    createStrangersLimits({ counter: createAttemptCounter(other.db, secret), puzzle, note: vi.fn() });
  const atOnce = async (two: readonly (typeof limits)[]) => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, one) => two[one % 2]?.admit({ policy: POLICY, address: ADDRESS }, "")),
    );
    return outcomes.filter((outcome) => outcome?.ok).length;
  };
  expect(await atOnce([limits, open(SECRET)])).toBe(1);
  // Control: a process with counters of its own has all of its free tries left.
  await attempts.pass(SHARE);
  expect(await atOnce([limits, open(Buffer.alloc(32, 8))])).toBe(1 + POLICY.network.free);
});

it("takes back a try that was right, and leaves those that were wrong", async () => {
  const attempt = (right: boolean) =>
    limits.attempt({ policy: POLICY, address: ADDRESS }, "", {
      prove: async () => (right ? accept("in") : refuse({ reason: "wrong" } as const)),
      failures: ["wrong"],
      reportWait: () => "wait" as const,
    });
  for (let one = 0; one < POLICY.network.free - 1; one += 1) await attempt(false);
  for (let one = 0; one < 20; one += 1) expect(await attempt(true)).toEqual(accept("in"));
  await attempt(false);
  expect(await attempt(true)).toMatchObject({ refusal: { reason: "challenge-required" } });
});

it("forgets a network only when all of its free tries are back", async () => {
  const slow: Allowance = { free: 10, windowMs: 24 * HOUR_MS, doublesAfter: 1 };
  const policy: ActionPolicy = { action: "sing", network: slow, wider: slow };
  for (let one = 0; one < slow.free; one += 1) expect((await admit(ADDRESS, policy)).ok).toBe(true);
  await attempts.pass(12 * HOUR_MS);
  for (let one = 0; one < slow.free / 2; one += 1) expect((await admit(ADDRESS, policy)).ok).toBe(true);
  await attempts.pass(13 * HOUR_MS);
  const tidy = attemptCleanup(db);
  await tidy.run({}, new AbortController().signal);
  const { rows } = await sql<{ used: number }>`select used from guess_tallies`.execute(db);
  expect(rows.map(({ used }) => used)).toEqual([10, 10]);
  await attempts.pass(24 * HOUR_MS);
  await tidy.run({}, new AbortController().signal);
  expect((await sql`select from guess_tallies`.execute(db)).rows).toEqual([]);
});
