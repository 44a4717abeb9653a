import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { countedDownFrom, createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { everythingStored } from "../../tests/support/everything-stored.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";
import { createAttemptCounter } from "./attempt-counter.ts";
import { type Allowance, costAfter, inWindow } from "./backoff.ts";
import { createPuzzle } from "./puzzle.ts";
import {
  type ActionPolicy,
  createStrangersLimits,
  type LimitedAction,
  type LimitedProof,
  NO_LIMITS,
  SPARED,
} from "./strangers-limits.ts";

const SECRET = Buffer.alloc(32, 7);

const database = await createTestDatabase();
const { db, connectionString } = database;
// Stands for another process: it has its own connections.
const other = connectDatabase({ connectionString });
const attempts = createTestAttempts(db);
const note = vi.fn();

function open(counter = attempts.counter) {
  return createStrangersLimits({ counter, puzzle: createPuzzle(SECRET, Date.now), note });
}
const limits = open();

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(async () => {
  note.mockClear();
  await attempts.forgive();
});

const each = (free: number, doublesAfter = free): Allowance => ({ free, windowMs: HOUR_MS, doublesAfter });
const many = each(1_000);

const POLICY: ActionPolicy = {
  action: "make a wish",
  network: each(3),
  subject: each(5),
  site: each(7, 2),
  hardest: 4,
};

let addresses = 0;
/** An address in a fresh network. */
function elsewhere(): string {
  addresses += 1;
  return `198.${18 + (addresses >> 8)}.${addresses & 255}.1`;
}

function action(changes: Partial<LimitedAction> = {}): LimitedAction {
  return { policy: POLICY, address: "192.0.2.1", ...changes };
}

async function challengeOf(one: LimitedAction, solution?: unknown) {
  const outcome = await limits.admit(one, solution);
  if (outcome.ok) throw new Error("It was let pass.");
  return outcome.refusal;
}

async function solve(one: LimitedAction): Promise<string> {
  return solveForApi((await challengeOf(one)).challenge);
}

describe("an action", () => {
  it("is free some times from a network, then costs a puzzle, and says when it is free again", async () => {
    for (let one = 0; one < 3; one += 1) expect(await limits.admit(action(), undefined)).toEqual(accept(undefined));
    await attempts.pass(HOUR_MS / 3 - 60_000);
    const refusal = await challengeOf(action());
    expect(refusal).toMatchObject({ reason: "challenge-required", seconds: expect.toSatisfy(countedDownFrom(60)) });
    expect(refusal.challenge.parameters.data).toMatchObject({ action: "make a wish", puzzleCost: 1 });
    expect(note.mock.calls).toEqual([["make a wish", "network"]]);
    expect((await limits.admit(action(), await solveForApi(refusal.challenge))).ok).toBe(true);
    await attempts.pass(60_000);
    expect((await limits.admit(action(), undefined)).ok).toBe(true);
    expect((await limits.admit(action(), undefined)).ok).toBe(false);
  });

  it("is counted by wider networks, by what it is done to, and over the whole site", async () => {
    const policy = { ...POLICY, network: each(1), subject: each(2), site: each(40) };
    const from = (group: number, subjects?: string[]) =>
      limits.admit(
        action({ policy, address: `2001:db8:1:${group.toString(16)}::1`, ...(subjects && { subjects }) }),
        "",
      );
    // A /56 has 4 times the limit of a /64, a /48 has 16 times.
    for (let one = 0; one < 4; one += 1) expect((await from(one)).ok).toBe(true);
    expect((await from(5)).ok).toBe(false);
    expect(note).toHaveBeenLastCalledWith("make a wish", "wider");
    for (let one = 1; one < 13; one += 1) expect((await from(one * 256)).ok).toBe(true);
    expect((await from(99 * 256)).ok).toBe(false);
    const to = () => limits.admit(action({ policy, address: elsewhere(), subjects: ["raffle"] }), "");
    expect([(await to()).ok, (await to()).ok, (await to()).ok]).toEqual([true, true, false]);
    expect(note).toHaveBeenLastCalledWith("make a wish", "subject");
    for (let one = 18; one < 40; one += 1)
      expect((await limits.admit(action({ policy, address: elsewhere() }), "")).ok).toBe(true);
    const busy = action({ policy: { ...policy, network: many }, address: elsewhere() });
    for (let one = 0; one < SPARED.atOnce.free; one += 1) expect((await limits.admit(busy, "")).ok).toBe(true);
    expect((await limits.admit(busy, "")).ok).toBe(false);
    expect(note).toHaveBeenLastCalledWith("make a wish", "site");
  });

  it("costs more the more there were, up to the hardest, as the arithmetic has it", async () => {
    const site = each(2, 2);
    const policy = { ...POLICY, network: many, subject: many, site };
    // The first ones are spared.
    for (let tries = 0; tries < SPARED.atOnce.free; tries += 1) await limits.countFailure(action({ policy }));
    for (let tries = SPARED.atOnce.free; tries < 14; tries += 1) {
      const asked = await limits.admit(action({ policy }), "");
      const cost = asked.ok ? 0 : asked.refusal.challenge.parameters.data?.puzzleCost;
      expect(cost).toBe(costAfter(site, tries, 4));
      // Counts the refused ones as if their puzzle was solved.
      if (!asked.ok) await limits.countFailure(action({ policy }));
    }
  });

  it("is not paid by a puzzle that was easier than today's, nor by one for something else", async () => {
    const policy = { ...POLICY, network: each(1, 1) };
    const one = { policy, bound: { raffleId: "a" } };
    await limits.admit(action(one), "");
    const easy = await solve(action(one));
    const others: Partial<LimitedAction>[] = [
      { bound: { raffleId: "b" } },
      { bound: {} },
      { policy: { ...policy, action: "curse" } },
    ];
    for (const wrong of others) {
      await limits.countFailure(action({ ...one, ...wrong }));
      await challengeOf(action({ ...one, ...wrong }), easy);
    }
    await attempts.forgive();
    for (let times = 0; times < 3; times += 1) await limits.countFailure(action(one));
    expect((await challengeOf(action(one), easy)).challenge.parameters.data?.puzzleCost).toBe(4);
  });

  it("takes a solution once, also of many at once and through two processes", async () => {
    const policy = { ...POLICY, network: each(1, 100) };
    await limits.admit(action({ policy }), "");
    const solution = await solve(action({ policy }));
    const both = [limits, open(createAttemptCounter(other.db, SECRET))];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, one) => both[one % 2]?.admit(action({ policy }), solution)),
    );
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1);
  });

  it("of those that come at once through two processes so many are free as one by one", async () => {
    const both = [limits, open(createAttemptCounter(other.db, SECRET))];
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, one) => both[one % 2]?.admit(action(), "")));
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(3);
    // Control: processes with separate counters let through twice as many.
    await attempts.forgive();
    const alone = [limits, open(createAttemptCounter(other.db, Buffer.alloc(32, 8)))];
    const more = await Promise.all(Array.from({ length: 60 }, (_, one) => alone[one % 2]?.admit(action(), "")));
    expect(more.filter((outcome) => outcome?.ok)).toHaveLength(6);
  });

  it("stores nobody's address", async () => {
    await limits.admit(action({ address: "2001:db8:7:7::7", subjects: ["Nena"] }), "");
    const stored = (await everythingStored(database.pool)).join("\n");
    expect(stored).toContain("guess_tallies");
    expect(stored).not.toMatch(/2001:db8|Nena/);
  });
});

describe("a proof", () => {
  const proof = (
    prove: () => Promise<ReturnType<typeof refuse<{ reason: "wrong" }>> | ReturnType<typeof accept<string>>>,
  ) => ({
    prove,
    failures: ["wrong"],
    reportWait: () => "wait" as const,
  });
  const wrong = proof(async () => refuse({ reason: "wrong" }));
  const right = proof(async () => accept("in"));
  const tryIt = (one: typeof wrong, changes: Partial<LimitedProof> = {}, solution = "") =>
    limits.attempt({ ...action(), ...changes }, solution, one);

  it("counts failures alone, and lets in whoever is right and solves the puzzle", async () => {
    for (let one = 0; one < 20; one += 1) expect(await tryIt(right)).toEqual(accept("in"));
    for (let one = 0; one < 3; one += 1) expect(await tryIt(wrong)).toMatchObject({ refusal: { reason: "wrong" } });
    expect(note.mock.calls).toEqual(Array(3).fill(["make a wish", "missed"]));
    const asked = await tryIt(right);
    expect(asked).toMatchObject({ refusal: { reason: "challenge-required" } });
    const solution = await solve(action());
    for (const _ of [1, 2]) expect(await tryIt(right, {}, solution)).toEqual(accept("in"));
    // A failure uses up the solution.
    expect(await tryIt(wrong, {}, solution)).toMatchObject({ refusal: { reason: "wrong" } });
    expect(await tryIt(right, {}, solution)).toMatchObject({ refusal: { reason: "challenge-required" } });
  });

  it("is not asked for a puzzle because of what others get right at the same moment", async () => {
    for (let one = 0; one < 2; one += 1) await tryIt(wrong);
    const slow = proof(async () => {
      await sql`select pg_sleep(0.002)`.execute(db);
      return accept("in");
    });
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryIt(slow)));
    expect(answers).toEqual(answers.map(() => accept("in")));
  });

  it("waits where a counter says so, whatever was solved", async () => {
    const waits = [{ policy: inWindow(1, HOUR_MS), kind: "account", value: "nena@example.com" }];
    expect(await tryIt(wrong, { waits })).toMatchObject({ refusal: { reason: "wrong" } });
    expect(await tryIt(right, { waits })).toBe("wait");
    expect(note).toHaveBeenLastCalledWith("make a wish", "waits");
  });

  it("that was right lately is free from its network, whatever the site suffers, and nothing else is", async () => {
    const policy = { ...POLICY, network: many };
    const home = { policy, remembers: "raffle" };
    expect(await tryIt(right, home)).toEqual(accept("in"));
    const other = elsewhere();
    for (let one = 0; one < 6; one += 1) {
      for (const address of ["192.0.2.1", other]) await limits.countFailure(action({ policy, address }));
    }
    const costOf = async (changes: Partial<LimitedProof>) => {
      const asked = await tryIt(right, { ...home, ...changes });
      return typeof asked !== "string" && !asked.ok && "challenge" in asked.refusal
        ? asked.refusal.challenge.parameters.data?.puzzleCost
        : asked;
    };
    expect(await costOf({})).toEqual(accept("in"));
    // Of the network's own mistakes at most a plain puzzle comes.
    expect(await costOf({ policy: { ...policy, network: each(1, 1) } })).toBe(1);
    expect(await costOf({ remembers: "another raffle" })).toBe(4);
    expect(await costOf({ address: other })).toBe(4);
  });

  it("that fails is taken back", async () => {
    const fails = proof(() => Promise.reject(new Error("database away")));
    for (let one = 0; one < 5; one += 1) await expect(tryIt(fails)).rejects.toThrow("database away");
    expect(await tryIt(right)).toEqual(accept("in"));
  });
});

it("lets everybody pass where limits are off", async () => {
  for (let one = 0; one < 20; one += 1) expect((await NO_LIMITS.admit(action(), "")).ok).toBe(true);
});
