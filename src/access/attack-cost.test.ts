import { describe, expect, it } from "vitest";
import { attackCostAt, fastestWith } from "../../tests/support/attack-cost.ts";
import { ACCESS_CODES } from "./codes/access-code-attempts.ts";
import { ENTRY_CODES, ENTRY_CONTACTS } from "./codes/entry-code-attempts.ts";

const TRIES = Array.from({ length: 5_000 }, (_, tries) => tries + 1);
const HOUR_MS = 3_600_000;

describe("one hit by entry code, of a million entries and from any number of addresses", () => {
  /** 26^8 codes, of which a million are in use. */
  const GUESSES = 26 ** 8 / 1_000_000;

  it("takes the free tries of the whole site more than five years", () => {
    const { site } = ENTRY_CODES;
    expect((site.free * 24 * HOUR_MS) / site.windowMs).toBe(100);
    expect(attackCostAt(ENTRY_CODES, GUESSES, site.free)).toMatchObject({ coreHours: 0 });
    expect(attackCostAt(ENTRY_CODES, GUESSES, site.free).years).toBeGreaterThan(5.7);
  });

  it("takes more than a thousand core hours, whatever the pace, unless it takes more than a year and a half", () => {
    const cheapest = TRIES.map((tries) => attackCostAt(ENTRY_CODES, GUESSES, tries)).filter(({ years }) => years < 1.6);
    expect(Math.min(...cheapest.map(({ coreHours }) => coreHours))).toBeGreaterThan(1_000);
    for (const cores of [10, 100, 10_000]) {
      expect(fastestWith(ENTRY_CODES, GUESSES, cores).coreHours).toBeGreaterThan(4_000);
    }
  });

  it("took minutes with limits by address alone: what this test would notice", () => {
    const unlimited = { site: { ...ENTRY_CODES.site, free: 1_000_000 }, hardest: 0 };
    expect(attackCostAt(unlimited, GUESSES, 1_000_000).years).toBeLessThan(1 / 365);
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
  /** One attempt in so many hits, at any raffle. */
  const GUESSES = 36 ** 4;

  it("takes ten years with a core that does nothing else, and twenty with the free tries of the whole site", () => {
    expect(fastestWith(ACCESS_CODES, GUESSES, 1).years).toBeGreaterThan(10);
    expect(attackCostAt(ACCESS_CODES, GUESSES, ACCESS_CODES.site.free).years).toBeGreaterThan(40);
  });

  it("takes ten years of a core's work at whatever greater pace", () => {
    for (const cores of [10, 100, 10_000]) {
      const { years, coreHours } = fastestWith(ACCESS_CODES, GUESSES, cores);
      expect(Math.max(years, coreHours / 24 / 365.25)).toBeGreaterThan(10);
    }
  });
});
