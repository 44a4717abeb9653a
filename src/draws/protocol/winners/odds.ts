import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "#src/base/hashing/sha256.ts";
import type { PlannedPrize } from "../plan.ts";

/** Where a score has the numbers of ticket and chance: neither is ever 0. */
const NO_TICKET = new Uint8Array(12);

/** Whether a prize is given at all, by the seed and the odds that the plan promises. */
export function isGiven({ prizeCode, odds }: PlannedPrize, seed: string): boolean {
  if (odds === undefined) return true;
  const score = sha256(concatBytes(hexToBytes(seed), NO_TICKET, utf8ToBytes(prizeCode)));
  const first = new DataView(score.buffer, score.byteOffset).getBigUint64(0);
  // Whole numbers of any size, so that nothing is rounded.
  return first * BigInt(odds.of) < BigInt(odds.chances) * 2n ** 64n;
}
