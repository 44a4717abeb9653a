import { concatBytes } from "@noble/hashes/utils.js";

/** The longest leaf that a bundle can hold: its length has 16 bits. */
const MAX_LEAF_BYTES = 2 ** 16 - 1;

/** Leaves one after the other, each behind its length in two bytes, big-endian (c2sp.org/tlog-tiles). */
export function bundleOf(leaves: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...leaves.flatMap((leaf) => {
      if (leaf.length > MAX_LEAF_BYTES) throw new RangeError(`A leaf of ${leaf.length} bytes fits into no bundle.`);
      return [Uint8Array.of(leaf.length >> 8, leaf.length & 255), leaf];
    }),
  );
}

/** The leaves of a bundle; undefined where its lengths do not end where it does. */
export function leavesOf(bundle: Uint8Array): Uint8Array[] | undefined {
  const leaves: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length) {
    const start = at + 2;
    at = start + ((bundle[at] ?? 0) << 8) + (bundle[at + 1] ?? 0);
    if (start > bundle.length || at > bundle.length) return undefined;
    leaves.push(bundle.subarray(start, at));
  }
  return leaves;
}
