import { describe, expect, it } from "vitest";
import { MAX_BATCH, nextBatchSize } from "./batch-size.ts";

describe("the next batch", () => {
  it("is everybody who came in one turn, if nobody is underway and they are few", () => {
    expect(nextBatchSize({ waiting: 1, batches: 0, underway: 0 }, true)).toBe(1);
    expect(nextBatchSize({ waiting: 5, batches: 0, underway: 0 }, true)).toBe(5);
  });

  it("waits for the end of the turn, so that those who come together share a commit", () => {
    expect(nextBatchSize({ waiting: 5, batches: 0, underway: 0 }, false)).toBe(0);
  });

  it("is half of all, so that the other half can be underway meanwhile", () => {
    expect(nextBatchSize({ waiting: 60, batches: 0, underway: 0 }, true)).toBe(30);
    expect(nextBatchSize({ waiting: 30, batches: 1, underway: 30 }, false)).toBe(30);
  });

  it("waits for its half, or for the end of the turn, while one is underway", () => {
    expect(nextBatchSize({ waiting: 29, batches: 1, underway: 31 }, false)).toBe(0);
    expect(nextBatchSize({ waiting: 29, batches: 1, underway: 31 }, true)).toBe(29);
  });

  it("waits while two are underway, unless it is full", () => {
    expect(nextBatchSize({ waiting: 100, batches: 2, underway: 60 }, true)).toBe(0);
    expect(nextBatchSize({ waiting: 500, batches: 3, underway: 600 }, true)).toBe(MAX_BATCH);
  });

  it("is no larger than a statement may be, with a limit to how many are underway", () => {
    expect(nextBatchSize({ waiting: 4000, batches: 0, underway: 0 }, true)).toBe(MAX_BATCH);
    expect(nextBatchSize({ waiting: 4000, batches: 6, underway: 6 * MAX_BATCH }, true)).toBe(0);
  });

  it("never lets anybody wait while nothing is underway", () => {
    for (let waiting = 1; waiting < 5000; waiting += 1) {
      expect(nextBatchSize({ waiting, batches: 0, underway: 0 }, true)).toBeGreaterThan(0);
    }
  });
});
