import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import type { CodeProver } from "../codes/code-attempts.ts";

const GUESSES = { free: 15, windowMs: 6 * 3_600_000, doublesAfter: 4 };

/**
 * A code that was right some minutes ago does not count, so that a slow typist is no guesser. The same tries as for
 * codes of receipts, counted apart. The record computes what they are worth: a code of six characters is shorter.
 */
export const STAMP_CODES = {
  action: "stamp code",
  network: GUESSES,
  wider: GUESSES,
  subject: { free: 1_000, windowMs: 6 * 3_600_000, doublesAfter: 250 },
  site: GUESSES,
  siteCounts: "networks",
  hardest: 256,
} as const satisfies ActionPolicy;

/**
 * Does something with the code of a screen, and counts a wrong one as a guess.
 *
 * @param work refuses with `stamp-code-wrong` for a wrong code
 * @returns what the work answers; refusal: `challenge-required` after too many guesses, unless a puzzle is solved
 */
export async function attemptStampCode<Value, Reason extends string>(
  { limits, address, solution }: CodeProver,
  { raffleId, code }: { readonly raffleId: string; readonly code: string },
  work: () => Promise<Outcome<Value, Refusal<Reason>>>,
): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>> {
  const action = { policy: STAMP_CODES, address, subjects: [raffleId], bound: { stampCode: code } };
  return limits.attempt(action, solution, {
    prove: work,
    failures: ["stamp-code-wrong"],
    reportWait: () => {
      throw new Error("No counter of a stamp's code makes wait.");
    },
  });
}
