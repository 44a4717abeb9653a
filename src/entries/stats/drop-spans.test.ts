import { expect, it } from "vitest";
import { dropSpans } from "./drop-spans.ts";

it("has a line for each number of drops that there is, while these are few", () => {
  expect(dropSpans([])).toEqual([]);
  const few = [0, 1, 4, 5].map((drops) => ({ drops, entries: drops + 10 }));
  expect(dropSpans(few)).toEqual(few.map(({ drops, entries }) => ({ least: drops, most: drops, entries })));
});

it("puts many numbers into twelve spans at most, of one width, and loses no entry", () => {
  for (const most of [13, 14, 99, 10_000]) {
    const counted = Array.from({ length: most + 1 }, (_, drops) => ({ drops, entries: 2 })).filter(
      ({ drops }) => drops !== 3,
    );
    const spans = dropSpans(counted);
    expect(spans.length).toBeLessThanOrEqual(12);
    expect(spans.reduce((sum, span) => sum + span.entries, 0)).toBe(2 * most);
    expect(new Set(spans.map((span) => span.most - span.least)).size).toBe(1);
    expect(spans.slice(1).every((span, index) => span.least === (spans[index]?.most ?? 0) + 1)).toBe(true);
    expect([spans[0]?.least, (spans.at(-1)?.most ?? 0) >= most]).toEqual([0, true]);
  }
});
