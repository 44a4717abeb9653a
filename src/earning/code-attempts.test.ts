import { describe, expect, it } from "vitest";
import { type NetworkLimit, triesADay } from "../../tests/support/attack-cost.ts";
import { DROP_CODES, STAMP_CODES } from "./code-attempts.ts";
import { MAX_SCREENS } from "./stamps/limits.ts";

describe("one hit by drop code, of a batch of a million", () => {
  const GUESSES = 32 ** 11 / 1_000_000;
  const limit: NetworkLimit = DROP_CODES;
  const years = (guesses: number, networks: number, cores: number) =>
    guesses / triesADay(limit, networks, cores) / 365.25;

  it("takes five hundred years from a thousand networks with a hundred cores", () => {
    expect(years(GUESSES, 1_000, 100)).toBeGreaterThan(500);
  });

  it("would take weeks with codes of six random characters: what this test would notice", () => {
    expect(years(32 ** 6 / 1_000_000, 1_000, 100)).toBeLessThan(1 / 12);
  });
});

describe("one hit by the code of a screen", () => {
  /** The codes that count of one screen: of now, a step before and a step after. */
  const STEPS = 3;
  const limit: NetworkLimit = STAMP_CODES;
  const days = (screens: number) => 32 ** 6 / (screens * STEPS) / triesADay(limit, 1_000, 100);

  it("takes a thousand networks with a hundred cores half a year in a market of eight stations", () => {
    expect(days(8)).toBeGreaterThan(182);
  });

  it("takes them a week where as many screens are open as count", () => {
    expect(days(MAX_SCREENS)).toBeGreaterThan(7);
  });
});
