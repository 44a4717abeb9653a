import { expect, it } from "vitest";
import { placesOf } from "./places-of.ts";

it("gives each ticket its places, in parts of the list; none to a ticket that no prize was drawn among", () => {
  const rankings = [Uint32Array.of(3, 1), Uint32Array.of(1, 3, 5)];
  const parts = placesOf(rankings, { count: 5, partSize: 2 });
  expect(parts.map((part) => JSON.parse(part))).toEqual([[[0, 2, 1, 1], []], [[0, 1, 1, 2], []], [[1, 3]]]);
});
