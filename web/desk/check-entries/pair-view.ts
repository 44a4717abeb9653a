import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { CheckedEntry } from "#src/draws/checking/checked-entry.ts";
import { readEntries } from "#src/draws/checking/look-alikes.ts";
import { readAlikeCheck } from "#src/draws/checking/read-check.ts";
import { nextPair, type OpenPair, staysOf } from "#src/draws/checking/rules.ts";

/** How far the check is, and the pair that the screen asks about, with what the organiser compares. */
export type PairCheckView<Entry> = {
  readonly groups: number;
  readonly open: number;
  /** Groups that were left for later. */
  readonly later: number;
  /** Null where nothing is left, or only what was left for later. */
  readonly pair:
    | (OpenPair & { readonly first: Entry; readonly second: Entry; readonly stays: "first" | "second" })
    | null;
};

/**
 * Reads how far the check of the look-alikes is.
 *
 * @param withLater whether the organiser looks at what was left for later
 * @param views makes of entries what the screen shows
 */
export async function readPairCheck<Entry extends { readonly id: string; readonly valid: boolean }>(
  reader: Reader,
  scope: OrganiserScope,
  withLater: boolean,
  views: (entries: readonly CheckedEntry[]) => Promise<readonly Entry[]>,
): Promise<PairCheckView<Entry>> {
  const { states, counts } = await readAlikeCheck(reader, scope);
  const found = nextPair(states, withLater);
  const later = states.filter((state) => state.later && !state.next).length;
  const progress = { groups: states.length, open: counts.open, later };
  if (!found) return { ...progress, pair: null };
  const entries = await readEntries(reader, scope, [found.firstId, found.secondId]);
  const [first, second] = await views([...entries.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  // One of both was erased just now: what is left is looked for again.
  if (!first || !second) return { ...progress, pair: null };
  return { ...progress, pair: { ...found, first, second, stays: staysOf(first, second) } };
}
