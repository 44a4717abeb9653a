import { expect, it } from "vitest";
import { createSeededRandom } from "./seeded-random.ts";

it("is the generator that it says: the C++ standard states the 10,000th number of minstd_rand", () => {
  const random = createSeededRandom(1);
  const drawn = Array.from({ length: 10_000 }, () => random.fraction());
  expect(Math.round((drawn.at(-1) ?? 0) * (2 ** 31 - 2)) + 1).toBe(399_268_537);
});
