import { describe, expect, it } from "vitest";
import { PER_SUBJECT } from "#src/rate-limits/backoff.ts";
import {
  attackCostAt,
  expectedYearsToGuess,
  fastestWith,
  triesADay,
  triesADayBySite,
} from "../../tests/support/attack-cost.ts";
import { ACCESS_CODES } from "./codes/access-code-attempts.ts";
import { ENTRY_CODES, ENTRY_CONTACTS } from "./codes/entry-code-attempts.ts";

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
