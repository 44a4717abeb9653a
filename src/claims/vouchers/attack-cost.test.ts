import { describe, expect, it } from "vitest";
import { attackCostAt, fastestWith } from "../../../tests/support/attack-cost.ts";
import { VOUCHER_CODES } from "./voucher-attempts.ts";

describe("one hit by voucher code, by somebody who works for the raffle, from any number of addresses", () => {
  /** 32^10 codes; a raffle has a million winners at most. */
  const GUESSES = 32 ** 10 / 1_000_000;

  it("takes the free tries of the whole site more than seven hundred years", () => {
    const { site } = VOUCHER_CODES;
    expect(attackCostAt(VOUCHER_CODES, GUESSES, site.free)).toMatchObject({ coreHours: 0 });
    expect(attackCostAt(VOUCHER_CODES, GUESSES, site.free).years).toBeGreaterThan(700);
  });

  it("takes a thousand years of a core's work at whatever greater pace", () => {
    for (const cores of [10, 100, 10_000]) {
      const { years, coreHours } = fastestWith(VOUCHER_CODES, GUESSES, cores);
      expect(Math.max(years, coreHours / 24 / 365.25)).toBeGreaterThan(1_000);
    }
  });

  it("would take hours with codes of six characters: what this test would notice", () => {
    const short = 32 ** 6 / 1_000_000;
    expect(attackCostAt(VOUCHER_CODES, short, VOUCHER_CODES.site.free).years).toBeLessThan(1 / 365);
  });
});
