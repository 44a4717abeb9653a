import { expect, it } from "vitest";
import type { Transcript } from "./protocol/transcript.ts";
import { namedTickets } from "./shown-winners.ts";

it.each([
  [1, 10_000, 100],
  [10, 10_000, 1000],
  [100, 10_000, 1000],
  [100, 10, 1000],
  [20, 2, 40],
])("of %i prizes with %i winners each, the page names %i", (prizes, each, named) => {
  const winners = Array.from({ length: each }, (_, index) => index + 1);
  const prize = { prizeCode: "HAM", pool: "everyone", eligible: each, winners, reserves: [] } as const;
  const published: Partial<Transcript> = { results: Array.from({ length: prizes }, () => prize), replacements: [] };
  expect(namedTickets({ published: published as Transcript }, prizes)).toHaveLength(named);
  expect(namedTickets({ published: published as Transcript }, 0)).toEqual([]);
});
