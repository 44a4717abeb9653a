import type { Chain } from "./chains.ts";

/** The second since 1970 at which a round's randomness is published. */
export function timeOfRound(chain: Chain, round: number): number {
  return chain.genesis + (round - 1) * chain.period;
}

/**
 * The round that a lock names: the first at or after the draw date, and so long after the lock that everybody can have
 * seen it before. All in seconds.
 */
export function roundOfLock(chain: Chain, times: { drawDate: number; lockedAt: number; leadSeconds: number }): bigint {
  // Exact for any lead that a plan can name, which floating point is not.
  const ready = BigInt(times.lockedAt) + BigInt(times.leadSeconds);
  const earliest = BigInt(times.drawDate) > ready ? BigInt(times.drawDate) : ready;
  const since = earliest - BigInt(chain.genesis);
  const period = BigInt(chain.period);
  return since <= 0n ? 1n : (since + period - 1n) / period + 1n;
}
