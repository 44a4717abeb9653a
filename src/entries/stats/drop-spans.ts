/** Entries whose drops are between two numbers, both included. */
export type DropSpan = { readonly least: number; readonly most: number; readonly entries: number };

/** The maximum of lines that a reader takes in at a glance. */
const MAX_SPANS = 12;

/**
 * Groups entry counts by drops into at most MAX_SPANS lines, one per number of drops. If there are too many numbers,
 * the lines are spans of equal width from 0 on.
 *
 * @param counted the entries per number of drops, fewest drops first
 */
export function dropSpans(counted: readonly { readonly drops: number; readonly entries: number }[]): DropSpan[] {
  const last = counted.at(-1);
  if (!last) return [];
  if (counted.length <= MAX_SPANS) {
    return counted.map(({ drops, entries }) => ({ least: drops, most: drops, entries }));
  }
  const width = Math.ceil((last.drops + 1) / MAX_SPANS);
  const spans = new Map<number, number>();
  for (const { drops, entries } of counted) {
    const place = Math.floor(drops / width);
    spans.set(place, (spans.get(place) ?? 0) + entries);
  }
  return Array.from({ length: Math.floor(last.drops / width) + 1 }, (_, place) => ({
    least: place * width,
    most: (place + 1) * width - 1,
    entries: spans.get(place) ?? 0,
  }));
}
