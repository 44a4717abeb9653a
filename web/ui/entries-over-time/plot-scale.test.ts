import { expect, test } from "vitest";
import { hasShape, scaleTop } from "./plot-scale.ts";

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

test.each([
  [false, [54]],
  [false, [54, 0, 0, 2]],
  [true, [54, 0, 1, 2]],
])("it is %s that %j entries make a chart with a shape", (shape, counts) => {
  expect(hasShape(counts.map((entries) => ({ entries })))).toBe(shape);
});
