import { HOUR_MS } from "#src/base/clock.ts";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

const GUESSES = { free: 15, windowMs: 6 * HOUR_MS, doublesAfter: 4 };

/** A /24 or /48 has as few tries as with entry codes; a raffle has what a whole hall may need. */
const TRIES = {
  network: GUESSES,
  wider: GUESSES,
  subject: { free: 1_000, windowMs: 6 * HOUR_MS, doublesAfter: 250 },
  site: GUESSES,
  siteCounts: "networks",
  hardest: 256,
} as const;

/**
 * A mistyped code of a receipt is none, by its check character, and does not count. So who is counted has guessed, or
 * holds a code of another raffle.
 */
export const DROP_CODES = { action: "drop code", ...TRIES } as const satisfies ActionPolicy;

/**
 * A screen's code that was right some minutes ago does not count, so that a slow typist is no guesser. Counted apart
 * from codes of receipts: it is shorter, and record 0083 computes what its tries are worth.
 */
export const STAMP_CODES = { action: "stamp code", ...TRIES } as const satisfies ActionPolicy;

/** How each kind of code is counted, and the refusal that means a guess. */
const KINDS = {
  dropCode: { policy: DROP_CODES, wrong: "drop-code-not-found" },
  stampCode: { policy: STAMP_CODES, wrong: "stamp-code-wrong" },
} as const;

export type CodeProver = {
  readonly limits: StrangersLimits;
  readonly address: string;
  readonly solution?: string | undefined;
};

/**
 * Does something with a code that earns drops, and counts a wrong one as a guess.
 *
 * @param work refuses with `drop-code-not-found` or `stamp-code-wrong` for a wrong code of its kind
 * @returns what the work answers; refusal: `challenge-required` after too many guesses, unless a puzzle is solved
 */
export async function attemptCode<Value, Reason extends string>(
  { limits, address, solution }: CodeProver,
  { kind, raffleId, code }: { readonly kind: keyof typeof KINDS; readonly raffleId: string; readonly code: string },
  work: () => Promise<Outcome<Value, Refusal<Reason>>>,
): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>> {
  const { policy, wrong } = KINDS[kind];
  const action = { policy, address, subjects: [raffleId], bound: { [kind]: code } };
  return limits.attempt(action, solution, {
    prove: work,
    failures: [wrong],
    reportWait: () => {
      throw new Error("No counter of these codes makes wait.");
    },
  });
}
