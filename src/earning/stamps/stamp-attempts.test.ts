import { describe, expect, it } from "vitest";
import { type NetworkLimit, triesADay } from "../../../tests/support/attack-cost.ts";
import { MAX_SCREENS } from "./limits.ts";
import { STAMP_CODES } from "./stamp-attempts.ts";

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
