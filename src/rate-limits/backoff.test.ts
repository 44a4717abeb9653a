import { describe, expect, it } from "vitest";
import { HOUR_MS, SECOND_MS } from "#src/base/clock.ts";
import { expectedYearsToGuess } from "../../tests/support/attack-cost.ts";
import { type BackoffPolicy, PER_ACCOUNT, PER_SUBJECT, waitAfter } from "./backoff.ts";

const YEAR = 365.25 * 24 * HOUR_MS;

describe("the wait after wrong codes", () => {
  it("is nothing at first, then doubles up to an hour for a raffle", () => {
    const waits = [1, 20, 21, 22, 23, 27, 28, 1000].map((failures) => waitAfter(PER_SUBJECT, failures) / SECOND_MS);
    expect(waits).toEqual([0, 0, 30, 60, 120, 1920, 3600, 3600]);
  });

  it("is shorter for an account, whose owner must not be kept out for long", () => {
    expect(waitAfter(PER_ACCOUNT, 10)).toBe(0);
    expect(waitAfter(PER_ACCOUNT, 11)).toBe(5 * SECOND_MS);
    expect(waitAfter(PER_ACCOUNT, 10_000)).toBe(HOUR_MS / 4);
  });
});

describe("the years that a guess takes", () => {
  it("are half of all codes at one try in the longest wait, where resting never pays", () => {
    const policy: BackoffPolicy = {
      free: 1,
      firstWaitMs: HOUR_MS,
      longestWaitMs: HOUR_MS,
      forgetAfterMs: 1000 * HOUR_MS,
    };
    expect(expectedYearsToGuess(policy, 1_679_616)).toBeCloseTo((839_808.5 * HOUR_MS) / YEAR, 6);
  });

  it("count on a guesser who rests until all is forgiven", () => {
    // Ten are free, then the wait is ten hours, but the count is forgotten after one: ten an hour.
    const policy: BackoffPolicy = {
      free: 10,
      firstWaitMs: 10 * HOUR_MS,
      longestWaitMs: 10 * HOUR_MS,
      forgetAfterMs: HOUR_MS,
    };
    expect(expectedYearsToGuess(policy, 19)).toBeCloseTo(HOUR_MS / YEAR, 12);
  });

  it("are what docs/operations-reference.md says: 42 for one raffle from any number of addresses", () => {
    expect(Math.floor(expectedYearsToGuess(PER_SUBJECT))).toBe(42);
  });
});
