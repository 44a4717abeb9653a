import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inWindow } from "./guess-policy.ts";
import type { GuessTally } from "./guess-tally.ts";
import { networkOf } from "./network.ts";

/** A town behind one carrier's address mistypes now and then; a machine that guesses does nothing else. */
const PER_NETWORK = inWindow(40, 300_000);

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

/** Limits the tries of entry codes. */
export function createGuessLimiter(tally: GuessTally): GuessLimiter {
  return {
    attempt(address, prove) {
      const by = { policy: PER_NETWORK, kind: "entry code by network", value: networkOf(address) };
      return tally.attempt([by], { prove, misses: ["entry-not-found"], tellToWait });
    },
  };
}

function tellToWait(milliseconds: number): Refused<GuessRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse({
    reason: "too-many-requests",
    fields: { entryCode: [{ key: "tooManyRequests", params: { seconds } }] },
  });
}
