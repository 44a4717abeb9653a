import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { PER_SUBJECT } from "#src/rate-limits/backoff.ts";
import {
  attackCostAt,
  expectedYearsToGuess,
  fastestWith,
  triesADay,
  triesADayBySite,
} from "../../tests/support/attack-cost.ts";
import { createTestAttempts, type TestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { ACCESS_CODES, createAccessCodeAttempts } from "./codes/access-code-attempts.ts";
import { createEntryCodeAttempts, ENTRY_CODES, ENTRY_CONTACTS } from "./codes/entry-code-attempts.ts";

const TRIES = Array.from({ length: 5_000 }, (_, tries) => tries + 1);

/** Failures a day, from so many /24s or /48s: by free tries alone, and with one core that solves puzzles all day. */
const tableOf = (policy: typeof ENTRY_CODES | typeof ACCESS_CODES) =>
  [1, 10, 1_000, 100_000].map((networks) => [0, 1].map((cores) => triesADay(policy, networks, cores)));

describe("one hit by entry code, of a million entries", () => {
  /** 24^8 codes, of which a million are in use. */
  const GUESSES = 24 ** 8 / 1_000_000;

  it("takes from one /24 or /48 five years, or more than a year or a thousand core hours", () => {
    const { wider, hardest } = ENTRY_CODES;
    const network = { site: wider, hardest };
    expect(triesADay(ENTRY_CODES, 1, 0)).toBe(60);
    expect(attackCostAt(network, GUESSES, wider.free)).toMatchObject({ coreHours: 0 });
    expect(attackCostAt(network, GUESSES, wider.free).years).toBeGreaterThan(5);
    const cheapest = TRIES.map((tries) => attackCostAt(network, GUESSES, tries)).filter(({ years }) => years < 1);
    expect(Math.min(...cheapest.map(({ coreHours }) => coreHours))).toBeGreaterThan(1_000);
    for (const cores of [10, 100, 10_000]) {
      expect(fastestWith(network, GUESSES, cores).coreHours).toBeGreaterThan(2_300);
    }
  });

  it("takes from many networks as long as docs/security.md says", () => {
    expect(tableOf(ENTRY_CODES)).toEqual([
      [60, 1_296],
      [600, 2_844],
      [12_720, 19_992],
      [1_200_720, 1_207_992],
    ]);
    expect(GUESSES / triesADay(ENTRY_CODES, 10, 0)).toBeGreaterThan(183);
    expect(GUESSES / triesADay(ENTRY_CODES, 1_000, 0)).toBeGreaterThan(8);
    // With a count of failures, all networks together had these, whoever else then had to wait for hours.
    expect([0, 1].map((cores) => triesADayBySite(ENTRY_CODES, cores))).toEqual([60, 1_296]);
  });

  it("took minutes with limits by address alone: what this test would notice", () => {
    const unlimited = { ...ENTRY_CODES, site: { ...ENTRY_CODES.site, free: 1_000_000 } };
    expect(GUESSES / triesADay(unlimited, 100_000, 0)).toBeLessThan(1 / 24);
  });
});

describe("the phone number behind a mask, from any number of addresses", () => {
  /** The numbers that fit the mask 09•• ••• 4567. */
  const NUMBERS = 100_000;

  it("takes more than two hundred core hours for one entry, unless it takes more than four and a half years", () => {
    const one = { site: ENTRY_CONTACTS.subject, hardest: ENTRY_CONTACTS.hardest };
    const attempts = NUMBERS / 2;
    expect(attackCostAt(one, attempts, one.site.free)).toMatchObject({ coreHours: 0 });
    expect(attackCostAt(one, attempts, one.site.free).years).toBeGreaterThan(13);
    const cheapest = TRIES.map((tries) => attackCostAt(one, attempts, tries)).filter(({ years }) => years < 4.5);
    expect(Math.min(...cheapest.map(({ coreHours }) => coreHours))).toBeGreaterThan(200);
    expect(fastestWith(one, attempts, 100).coreHours).toBeGreaterThan(1_000);
  });

  it("takes months for one hit, of however many entries whose codes somebody has, or a thousand core hours", () => {
    expect(attackCostAt(ENTRY_CONTACTS, NUMBERS, ENTRY_CONTACTS.site.free).years).toBeGreaterThan(1 / 3);
    for (const cores of [10, 100, 10_000]) {
      expect(fastestWith(ENTRY_CONTACTS, NUMBERS, cores).coreHours).toBeGreaterThan(1_000);
    }
  });
});

describe("one hit by access code, at any of however many raffles", () => {
  /** One attempt in so many hits, at any raffle: it compares two of the older codes. A new one is one of 32^4. */
  const GUESSES = 36 ** 4 / 2;
  const { wider, hardest } = ACCESS_CODES;
  const network = { site: wider, hardest };

  it("takes from one /24 or /48 eight years with a core that does nothing else, and 35 with free tries", () => {
    expect(fastestWith(network, GUESSES, 1).years).toBeGreaterThan(8);
    expect(attackCostAt(network, GUESSES, wider.free).years).toBeGreaterThan(35);
    for (const cores of [10, 100, 10_000]) {
      const { years, coreHours } = fastestWith(network, GUESSES, cores);
      expect(Math.max(years, coreHours / 24 / 365.25)).toBeGreaterThan(10);
    }
  });

  it("takes from many networks as long as docs/security.md says", () => {
    expect(tableOf(ACCESS_CODES)).toEqual([
      [64, 284],
      [640, 1_580],
      [12_832, 16_304],
      [1_200_832, 1_204_304],
    ]);
    expect(GUESSES / triesADay(ACCESS_CODES, 1_000, 0)).toBeGreaterThan(65);
    expect([0, 1].map((cores) => triesADayBySite(ACCESS_CODES, cores))).toEqual([64, 284]);
  });

  it("takes however many networks 42 years at one raffle, by its own waits", () => {
    expect(expectedYearsToGuess(PER_SUBJECT)).toBeGreaterThan(42);
  });
});

describe("half a day of free tries on the real counters, from 24 networks", () => {
  const NETWORKS = 24;
  const WINDOWS = 2;
  const WINDOW_MS = 6 * 3_600_000;
  const hit = async () => accept("in");
  const noEntry = async () => refuse({ reason: "entry-not-found" });
  const wrongCode = async () => refuse({ reason: "access-code-mismatch" });

  let database: TestDatabase;
  let attempts: TestAttempts;
  beforeAll(async () => {
    database = await createTestDatabase();
    attempts = createTestAttempts(database.db);
  });
  beforeEach(() => attempts.forgive());
  afterAll(() => database.close());

  type Attack = {
    /** What a network does in each window before it guesses. */
    readonly prepare: (address: string) => Promise<unknown>;
    /** One wrong code: the refusal's reason. */
    readonly guess: (address: string, one: number) => Promise<string>;
  };

  /** How many wrong codes are compared in all windows. Each network guesses until it is asked for a puzzle. */
  async function compared({ prepare, guess }: Attack): Promise<number> {
    let failures = 0;
    for (let window = 0; window < WINDOWS; window += 1) {
      for (let network = 0; network < NETWORKS; network += 1) {
        // Each try from a /64 of its own, so that the /48 alone bounds them.
        const addressOf = (one: number) => `2001:db8:${network.toString(16)}:${one.toString(16)}::1`;
        await prepare(addressOf(0));
        for (let one = 1; ; one += 1) {
          const number = (window * NETWORKS + network) * 1_000 + one;
          if ((await guess(addressOf(one), number)) === "challenge-required") break;
          failures += 1;
        }
      }
      await attempts.pass(WINDOW_MS);
    }
    return failures;
  }

  /** The bound by arithmetic: the network whose first failure raises the price is counted as one that does not pay. */
  const boundOf = (policy: typeof ENTRY_CODES | typeof ACCESS_CODES) =>
    (triesADay(policy, NETWORKS, 0) * WINDOWS * WINDOW_MS) / 86_400_000;

  /** Proves an own code while another address of the network guesses: the guess is counted between. */
  async function whileRight(right: (prove: typeof hit) => Promise<unknown>, guess: () => Promise<unknown>) {
    await right(async () => {
      await guess();
      return hit();
    });
  }

  const neighbourOf = (address: string) => address.replace(":0::1", ":ffff::1");

  describe("for entry codes", () => {
    const attempt = (address: string, entryCode: string, prove: () => ReturnType<typeof noEntry | typeof hit>) =>
      createEntryCodeAttempts(attempts.limits).attempt({ address, entryCode }, prove);
    const guess = async (address: string, one: number) => {
      const outcome = await attempt(address, `GUESS${one}`, noEntry);
      return outcome.ok ? "" : outcome.refusal.reason;
    };

    it("is what the arithmetic says", async () => {
      const failures = await compared({ prepare: async () => undefined, guess });
      expect(failures).toBeLessThanOrEqual(boundOf(ENTRY_CODES));
      expect(failures).toBeGreaterThan(0.9 * boundOf(ENTRY_CODES));
    });

    it("is no more for whoever has an own code, and misses with it at another raffle", async () => {
      const prepare = async (address: string) => {
        await attempt(address, "OWNCODES", hit);
        await attempt(address, "OWNCODES", noEntry);
      };
      expect(await compared({ prepare, guess })).toBeLessThanOrEqual(boundOf(ENTRY_CODES));
    });

    it("is no more for whoever proves an own code at the same moment", async () => {
      let between = 0;
      const prepare = (address: string) =>
        whileRight(
          (prove) => attempt(address, "OWNCODES", prove),
          async () => {
            if ((await guess(neighbourOf(address), 0)) === "entry-not-found") between += 1;
          },
        );
      const failures = await compared({ prepare, guess });
      expect(failures + between).toBeLessThanOrEqual(boundOf(ENTRY_CODES));
    });
  });

  describe("for access codes", () => {
    const attempt = (address: string, subjectId: string, prove: () => ReturnType<typeof wrongCode | typeof hit>) =>
      createAccessCodeAttempts(attempts.limits).attempt({ address, subjectId, opens: "raffle" }, prove);
    const guess = async (address: string, one: number) => {
      const outcome = await attempt(address, `raffle ${one}`, wrongCode);
      return outcome.ok ? "" : outcome.refusal.reason;
    };

    it("is what the arithmetic says, also for whoever has a raffle of their own", async () => {
      const failures = await compared({ prepare: async () => undefined, guess });
      expect(failures).toBeLessThanOrEqual(boundOf(ACCESS_CODES));
      expect(failures).toBeGreaterThan(0.9 * boundOf(ACCESS_CODES));
      await attempts.forgive();
      const prepare = async (address: string) => {
        await attempt(address, "own raffle", hit);
        await attempt(address, "own raffle", wrongCode);
      };
      expect(await compared({ prepare, guess })).toBeLessThanOrEqual(boundOf(ACCESS_CODES));
    });
  });
});
