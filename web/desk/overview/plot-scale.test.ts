import { expect, test } from "vitest";
import { scaleTop } from "./plot-scale.ts";

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [10, 10],
  [11, 20],
  [99, 100],
  [100, 100],
  [101, 200],
  [235, 300],
  [4321, 5000],
  [1_000_000, 1_000_000],
])("up to %i a scale ends at %i", (most, top) => {
  expect(scaleTop(most)).toBe(top);
});
