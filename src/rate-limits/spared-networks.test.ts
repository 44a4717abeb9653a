import { sql } from "kysely";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { accept } from "#src/base/outcome.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createAttemptCounter } from "./attempt-counter.ts";
import { createPuzzle } from "./puzzle.ts";
import { type ActionPolicy, createStrangersLimits, SPARED } from "./strangers-limits.ts";

const SECRET = Buffer.alloc(32, 7);

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

const POLICY: ActionPolicy = {
  action: "make a wish",
  network: { free: 1_000, windowMs: HOUR_MS, doublesAfter: 1_000 },
  site: { free: 5, windowMs: 6 * HOUR_MS, doublesAfter: 1 },
};

const admit = (address: string, policy = POLICY) => limits.admit({ policy, address }, "");
const miss = (address: string, policy = POLICY) => limits.countFailure({ policy, address });

async function missFromOne(times: number, policy = POLICY) {
  for (let one = 0; one < times; one += 1) await miss("192.0.2.1", policy);
}

it("lets a network that did nothing yet go on, however much the whole site is asked", async () => {
  await missFromOne(30);
  expect(await admit("192.0.2.1")).toMatchObject({ refusal: { reason: "challenge-required" } });
  for (const address of ["198.51.100.1", "2001:db8:1::1", "client.example"]) {
    for (let one = 0; one < SPARED.atOnce.free; one += 1) expect(await admit(address)).toEqual(accept(undefined));
    const asked = await admit(address);
    if (asked.ok) throw new Error("It was spared for ever.");
    expect(asked.refusal.seconds).toBeLessThanOrEqual(SPARED.atOnce.windowMs / 1000);
    await attempts.pass(SPARED.atOnce.windowMs);
    expect(await admit(address)).toEqual(accept(undefined));
  }
});

it.each([
  ["/24", "198.51.100.1", "198.51.100.254"],
  ["/48", "2001:db8:1::1", "2001:db8:1:ffff::1"],
])("spares a whole %s together, so that one person's many addresses are one", async (_size, address, neighbour) => {
  await missFromOne(30);
  for (let one = 0; one < SPARED.atOnce.free; one += 1) await admit(address);
  expect(await admit(neighbour)).toMatchObject({ refusal: { reason: "challenge-required" } });
});

it("spares a network some times a day, and asks it for puzzles then", async () => {
  const { aDay, atOnce } = SPARED;
  for (let spared = 0; spared < aDay.free; spared += atOnce.free) {
    await attempts.pass(atOnce.windowMs);
    await missFromOne(10);
    for (let one = 0; one < atOnce.free; one += 1) expect((await admit("198.51.100.1")).ok).toBe(true);
  }
  await attempts.pass(atOnce.windowMs);
  const asked = await admit("198.51.100.1");
  // The whole site's window ends before the day does.
  expect(asked).toMatchObject({ refusal: { reason: "challenge-required" } });
  expect(asked.ok ? 0 : asked.refusal.seconds).toBeLessThanOrEqual((6 * HOUR_MS) / 1000);
  await attempts.pass(6 * HOUR_MS);
  expect((await admit("198.51.100.1")).ok).toBe(true);
});

it("spares as many that come at once through two processes as one by one, and no more", async () => {
  await missFromOne(30);
  const note = vi.fn();
  const counter = createAttemptCounter(other.db, SECRET);
  const both = [limits, createStrangersLimits({ counter, puzzle: createPuzzle(SECRET, Date.now), note })];
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, one) =>
      both[one % 2]?.admit({ policy: POLICY, address: `198.51.100.${one + 1}` }, ""),
    ),
  );
  expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(SPARED.atOnce.free);
  // Control: processes with separate counters would spare twice as many.
  await attempts.forgive();
  const apart = createTestAttempts(other.db, Buffer.alloc(32, 8)).limits;
  for (const one of [limits, apart]) {
    for (let times = 0; times < 30; times += 1) await one.countFailure({ policy: POLICY, address: "192.0.2.1" });
  }
  const more = await Promise.all(
    Array.from({ length: 40 }, (_, one) =>
      [limits, apart][one % 2]?.admit({ policy: POLICY, address: `198.51.100.${one + 1}` }, ""),
    ),
  );
  expect(more.filter((outcome) => outcome?.ok)).toHaveLength(2 * SPARED.atOnce.free);
});

it("counts networks instead of tries where the policy says so: no one network raises the price of all", async () => {
  const wider = { free: 1_000, windowMs: 6 * HOUR_MS, doublesAfter: 1_000 };
  const policy: ActionPolicy = { ...POLICY, wider, siteCounts: "networks" };
  const costFor = async (address: string) => {
    const asked = await admit(address, policy);
    return asked.ok ? 0 : asked.refusal.challenge.parameters.data?.puzzleCost;
  };
  await missFromOne(200, policy);
  expect(await costFor("192.0.2.77")).toBe(0);
  // With the first one these are seven networks, of which five are free.
  for (let one = 0; one < 6; one += 1) await miss(`2001:db8:${one}::1`, policy);
  expect(await costFor("192.0.2.77")).toBe(4);
  // Control: where the site counts tries, a single network makes it as dear as it gets.
  await attempts.forgive();
  await missFromOne(200);
  expect(await admit("192.0.2.77")).toMatchObject({
    refusal: { challenge: { parameters: { data: { puzzleCost: 64 } } } },
  });
});

it("goes on answering sites of the version before, which ask for none of this", async () => {
  const asked = JSON.stringify([
    {
      key: "00".repeat(16),
      cause: "site",
      free: 1,
      doubles_after: 1,
      hardest: 4,
      forget_after_ms: HOUR_MS,
      from_first: true,
    },
  ]);
  const costs: unknown[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    const { rows } = await sql<{ cost: number }>`select cost from count_try(${asked}::jsonb, 4, null, null)`.execute(
      db,
    );
    costs.push(rows[0]?.cost);
  }
  expect(costs).toEqual([0, 1, 2]);
});
