import { describe, expect, it } from "vitest";
import { type NetworkLimit, triesADay } from "../../../tests/support/attack-cost.ts";
import { DROP_CODES } from "./code-attempts.ts";

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
