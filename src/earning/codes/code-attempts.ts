import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

const GUESSES = { free: 15, windowMs: 6 * 3_600_000, doublesAfter: 4 };

/**
 * A mistyped code is none, by its check character, and does not count. So who is counted has guessed, or holds a code
 * of another raffle. A /24 or /48 has as few tries as with entry codes; a raffle has what a whole hall may need.
 */
export const DROP_CODES = {
  action: "drop code",
  network: GUESSES,
  wider: GUESSES,
  subject: { free: 1_000, windowMs: 6 * 3_600_000, doublesAfter: 250 },
  site: GUESSES,
  siteCounts: "networks",
  hardest: 256,
} as const satisfies ActionPolicy;

export type CodeProver = {
  readonly limits: StrangersLimits;
  readonly address: string;
  readonly solution?: string | undefined;
};

/**
 * Does something with a code, and counts an unknown one as a guess.
 *
 * @param work refuses with `drop-code-not-found` for an unknown code
 * @returns what the work answers; refusal: `challenge-required` after too many guesses, unless a puzzle is solved
 */
export async function attemptDropCode<Value, Reason extends string>(
  { limits, address, solution }: CodeProver,
  { raffleId, code }: { readonly raffleId: string; readonly code: string },
  work: () => Promise<Outcome<Value, Refusal<Reason>>>,
): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>> {
  const action = { policy: DROP_CODES, address, subjects: [raffleId], bound: { dropCode: code } };
  return limits.attempt(action, solution, {
    prove: work,
    failures: ["drop-code-not-found"],
    reportWait: neverReportWait,
  });
}

function neverReportWait(): never {
  throw new Error("No counter of a drop code makes wait.");
}
