import { type GuessPolicy, waitAfter } from "./guess-policy.ts";

type Misses = { tries: number; lastAt: number; blockedUntil: number };

/** When so many are remembered, those that are forgiven by now are dropped. */
const SWEEP_AT = 10_000;

/** Counts the misses of each key, such as an address, and says how long it must wait by a policy. */
export function createTally(policy: GuessPolicy, now: () => number) {
  const misses = new Map<string, Misses>();
  let sweepAt = SWEEP_AT;

  function isForgiven({ tries, lastAt }: Misses): boolean {
    return tries <= 0 || now() - lastAt >= policy.forgetAfterMs;
  }

  function sweep(): void {
    if (misses.size < sweepAt) return;
    for (const [key, one] of misses) if (isForgiven(one)) misses.delete(key);
    sweepAt = Math.max(SWEEP_AT, misses.size * 2);
  }

  return {
    /** Milliseconds until another try may be made. */
    waitOf(key: string): number {
      return Math.max(0, (misses.get(key)?.blockedUntil ?? 0) - now());
    },
    /** Counts a try as a miss; answers what takes it back. */
    count(key: string): () => void {
      sweep();
      let one = misses.get(key);
      if (!one || isForgiven(one)) {
        one = { tries: 0, lastAt: 0, blockedUntil: 0 };
        misses.set(key, one);
      }
      const before = { ...one };
      const counted = one;
      counted.tries += 1;
      counted.lastAt = now();
      const blockedUntil = counted.lastAt + waitAfter(policy, counted.tries);
      counted.blockedUntil = blockedUntil;
      return () => {
        counted.tries -= 1;
        // What another try has set in the meantime stands.
        if (counted.blockedUntil === blockedUntil) counted.blockedUntil = before.blockedUntil;
      };
    },
  };
}
