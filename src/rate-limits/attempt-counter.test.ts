import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { countedDownFrom, createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { everythingStored } from "../../tests/support/everything-stored.ts";
import {
  type AttemptCounter,
  attemptCleanup,
  type CountedBy,
  counterKeys,
  createAttemptCounter,
} from "./attempt-counter.ts";
import { inWindow, PER_ACCOUNT, PER_SUBJECT, waitAfter } from "./backoff.ts";

const database = await createTestDatabase();
const { db, connectionString } = database;
// Stands for another process: it has its own connections.
const other = connectDatabase({ connectionString });
const SECRET = Buffer.alloc(32, 7);
const attempts = createTestAttempts(db);

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(() => attempts.forgive());

const BY: readonly CountedBy[] = [
  { policy: PER_ACCOUNT, kind: "network", value: "192.0.2.1" },
  { policy: PER_SUBJECT, kind: "subject", value: "one" },
];
const FREE_AND_ONE = PER_ACCOUNT.free + 1;

type Attempt = (prove: () => Promise<void>) => Promise<unknown>;

const through =
  (counter: AttemptCounter): Attempt =>
  (prove) =>
    counter.attempt(BY, {
      prove: async () => {
        await prove();
        return refuse({ reason: "wrong" });
      },
      failures: ["wrong"],
      reportWait: () => "wait",
    });

/** Sends 300 wrong attempts at once, spread over the processes. Returns how many were proved. */
async function provedAtOnce(...sites: Attempt[]): Promise<number> {
  let proved = 0;
  const prove = async () => {
    proved += 1;
    await sql`select pg_sleep(0.002)`.execute(db);
  };
  await Promise.all(Array.from({ length: 300 }, (_, one) => sites[one % sites.length]?.(prove)));
  return proved;
}

describe("of wrong attempts that come at once", () => {
  it("no more are proved through two processes than through one", async () => {
    expect(await provedAtOnce(through(attempts.counter))).toBe(FREE_AND_ONE);
    await attempts.forgive();
    const both = [attempts.counter, createAttemptCounter(other.db, SECRET)];
    expect(await provedAtOnce(...both.map(through))).toBe(FREE_AND_ONE);
  });

  it("more would be, if each process counted by itself or looked before it counted", async () => {
    const alone = [attempts.counter, createAttemptCounter(other.db, Buffer.alloc(32, 8))];
    expect(await provedAtOnce(...alone.map(through))).toBe(2 * FREE_AND_ONE);
    await attempts.forgive();
    const lookFirst =
      (own: Database): Attempt =>
      async (prove) => {
        const before = await own.selectFrom("guessTallies").select("tries").executeTakeFirst();
        if ((before?.tries ?? 0) > PER_ACCOUNT.free) return;
        await prove();
        await createAttemptCounter(own, SECRET).count(BY.slice(0, 1));
      };
    expect(await provedAtOnce(lookFirst(db), lookFirst(other.db))).toBeGreaterThan(FREE_AND_ONE);
  });
});

it("is counted by the same hash as by sites of earlier versions on the same database", () => {
  expect(counterKeys(SECRET)("network", "192.0.2.1")).toBe("58c9e9d73807f7636a1bef29d687c98a");
});

describe("a counter", () => {
  const wrong = through(attempts.counter);
  const nothing = async () => undefined;
  const elsewhere = createAttemptCounter(other.db, SECRET);
  const right = (prove: () => Promise<void>) =>
    attempts.counter.attempt(BY, {
      prove: () => prove().then(() => accept("in")),
      failures: ["wrong"],
      reportWait: () => "wait",
    });

  it.each([
    ["an address", PER_ACCOUNT],
    ["a subject", PER_SUBJECT],
  ])("makes %s wait as long as the policy says", async (_what, policy) => {
    const by = [{ policy, kind: "wait", value: "x" }];
    for (let failures = 1; failures <= 40; failures += 1) {
      expect(await attempts.counter.count(by)).toBe(0);
      const wait = await attempts.counter.count(by);
      const expected = waitAfter(policy, failures);
      // A count without a wait is one more attempt.
      if (expected === 0) failures += 1;
      else {
        expect(wait).toSatisfy(countedDownFrom(expected));
        await attempts.pass(expected);
      }
    }
  });

  it("takes back what was right, was no miss or failed, and nothing of others", async () => {
    for (let one = 0; one < PER_ACCOUNT.free; one += 1) await wrong(nothing);
    // While this proof runs it counts, so another process must wait. Afterwards it need not.
    await right(async () => {
      expect(await through(elsewhere)(nothing)).toBe("wait");
    });
    await expect(right(() => Promise.reject(new Error("database away")))).rejects.toThrow("database away");
    expect(await right(nothing)).toEqual(accept("in"));
    // Two at once, one of them wrong: only the wrong one stays counted.
    await attempts.forgive();
    for (let one = 1; one < PER_ACCOUNT.free; one += 1) await wrong(nothing);
    await right(async () => void (await through(elsewhere)(nothing)));
    await wrong(nothing);
    expect(await right(nothing)).toBe("wait");
  });

  it("lets in everybody who is right, however many come at once and whoever was wrong", async () => {
    for (let one = 0; one < PER_ACCOUNT.free; one += 1) await wrong(nothing);
    const slow = async () => void (await sql`select pg_sleep(0.002)`.execute(db));
    const answers = await Promise.all(Array.from({ length: 60 }, () => right(slow)));
    expect(answers).toEqual(answers.map(() => accept("in")));
  });

  it("counts under none of the keys where one has to wait", async () => {
    for (let one = 0; one < FREE_AND_ONE; one += 1) await wrong(nothing);
    for (let one = 0; one < 100; one += 1) expect(await wrong(nothing)).toBe("wait");
    const { rows } = await sql<{ tries: number }>`select tries from guess_tallies`.execute(db);
    expect(rows).toEqual([{ tries: FREE_AND_ONE }, { tries: FREE_AND_ONE }]);
  });

  it("begins a window with its first, and anew when it is over", async () => {
    const by = [{ policy: inWindow(3, 60_000), kind: "window", value: "x" }];
    expect(await attempts.counter.count(by)).toBe(0);
    await attempts.pass(40_000);
    for (const _ of [2, 3]) expect(await attempts.counter.count(by)).toBe(0);
    expect(await attempts.counter.count(by)).toBeLessThanOrEqual(20_000);
    await attempts.pass(20_000);
    for (const _ of [1, 2, 3]) expect(await attempts.counter.count(by)).toBe(0);
    expect(await attempts.counter.count(by)).toBeGreaterThan(50_000);
  });

  it("stores nobody's address or e-mail, and forgets after a day", async () => {
    await attempts.counter.count([{ policy: PER_ACCOUNT, kind: "account", value: "nena@example.com" }, ...BY]);
    const stored = (await everythingStored(database.pool)).join("\n");
    expect(stored).toContain("guess_tallies");
    expect(stored).not.toMatch(/nena|192\.0\.2\.1/);
    await attempts.pass(86_000_000);
    await attempts.counter.count(BY);
    await attempts.pass(1_000_000);
    await attemptCleanup(db).run({}, new AbortController().signal);
    expect(await db.selectFrom("guessTallies").select("tries").execute()).toEqual([{ tries: 2 }, { tries: 2 }]);
  });
});
