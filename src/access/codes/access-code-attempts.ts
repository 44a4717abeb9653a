import { HOUR_MS } from "#src/base/clock.ts";
import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { PER_SUBJECT } from "#src/rate-limits/backoff.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import { NO_LOCK_OUTS, type OnLockOut } from "../audit/lock-outs.ts";
import type { Prover } from "./entry-code-attempts.ts";

/** A new code is one of 32^4. An attempt compares two of the 36^4 older ones, so it hits one time in 840,000. */
const GUESSES_AT_RAFFLES = { free: 16, windowMs: 6 * HOUR_MS, doublesAfter: 2 };

/**
 * Ten thousand raffles would multiply a limit per raffle by ten thousand. So a /24 or /48 has few wrong codes for all
 * raffles, and the whole site few such networks that were wrong: guessing from one network makes no other pay
 * (attack-cost.test.ts). Browsers with a pass and owners' accounts are not counted.
 */
export const ACCESS_CODES = {
  action: "access code",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 10 },
  wider: GUESSES_AT_RAFFLES,
  site: GUESSES_AT_RAFFLES,
  siteCounts: "networks",
  hardest: 2048,
} as const satisfies ActionPolicy;

export type WaitRefusal = Refusal<"too-many-requests">;

/** Rate limits for guessing access codes: by network, by whole site, and by raffle or event. */
export type AccessCodeAttempts = {
  /**
   * Runs a proof. After too many wrong codes for this raffle or event, refuses with `too-many-requests`. After many
   * from this network or on the whole site, refuses with `challenge-required` unless a puzzle is solved. The attempt
   * counts before the look-up, so concurrent attempts all count. A proof that is not wrong is taken back.
   *
   * @param prove the comparison; a refusal with the reason `access-code-mismatch` counts as a failure
   */
  attempt<Value, Reason extends string>(
    who: Prover & { readonly subjectId: string; readonly opens: "raffle" | "event" },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | WaitRefusal | ChallengeRefusal>>;
};

/** Limits attempts at access codes. */
export function createAccessCodeAttempts(
  limits: StrangersLimits,
  onLockOut: OnLockOut = NO_LOCK_OUTS,
): AccessCodeAttempts {
  return {
    async attempt({ address, solution, subjectId, opens }, prove) {
      const waits = [{ policy: PER_SUBJECT, kind: "access code by subject", value: subjectId }];
      const action = { policy: ACCESS_CODES, address, bound: { subjectId }, waits, remembers: subjectId };
      const reportWait = async (milliseconds: number) => {
        await onLockOut({
          what: "access-code",
          ...(opens === "raffle" ? { raffleId: subjectId } : { eventId: subjectId }),
        });
        return waitRefusal(milliseconds);
      };
      return limits.attempt(action, solution, { prove, failures: ["access-code-mismatch"], reportWait });
    },
  };
}

function waitRefusal(milliseconds: number): Refused<WaitRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse({
    reason: "too-many-requests",
    fields: { accessCode: [{ key: "tooManyCodes", params: { seconds } }] },
  });
}
