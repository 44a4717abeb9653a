import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createListDrops } from "./list-drops.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("what people change shows at once; a stream of changes shows each second, and its last one too", () => {
  let drops = 0;
  const change = createListDrops(() => {
    drops += 1;
  }, Date.now);
  for (let one = 0; one < 5; one++) change();
  expect(drops).toBe(5);
  // Ten seconds with a hundred changes a second.
  for (let one = 0; one < 1000; one++) {
    change();
    vi.advanceTimersByTime(10);
  }
  expect(drops).toBeLessThanOrEqual(16);
  change();
  const before = drops;
  vi.advanceTimersByTime(1000);
  expect(drops).toBe(before + 1);
  vi.advanceTimersByTime(60_000);
  expect(drops).toBe(before + 1);
  change();
  expect(drops).toBe(before + 2);
});
