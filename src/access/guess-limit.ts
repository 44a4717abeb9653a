import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

// A town behind one carrier's address mistypes now and then; a machine that guesses does nothing else.
const MISSES = 40;
const WINDOW_SECONDS = 300;

export type GuessRefusal = Refusal<"too-many-requests">;

/** Slows down whoever tries codes: only wrong ones count. */
export type GuessLimiter = {
  /**
   * Runs a proof for a visitor unless too many of that address's proofs failed lately.
   *
   * @param address whose tries are counted
   * @param prove the look-up; a refusal with the reason `entry-not-found` is a miss
   */
  attempt<Value, Reason extends string>(
    address: string,
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | GuessRefusal>>;
};

/** @param enabled false only for load tests */
export function createGuessLimiter(enabled: boolean): GuessLimiter {
  const limiter = new RateLimiterMemory({ points: MISSES, duration: WINDOW_SECONDS });
  return {
    async attempt(address, prove) {
      if (!enabled) return prove();
      const used = await limiter.get(address);
      if (used && used.consumedPoints >= MISSES) return tooMany(used);
      const outcome = await prove();
      if (!outcome.ok && outcome.refusal.reason === "entry-not-found") {
        await limiter.penalty(address);
      }
      return outcome;
    },
  };
}

function tooMany(used: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
  return refuse({
    reason: "too-many-requests",
    fields: { entryCode: [{ key: "tooManyRequests", params: { seconds } }] },
  } as const);
}
