import { HOUR_MS } from "#src/base/clock.ts";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import type { VoucherScope } from "./check-voucher.ts";
import { readVoucherCode } from "./voucher-code.ts";

/**
 * Only who proved that they work for a raffle can try codes, and only those of that raffle. A hall where ten phones
 * scan wrong codes all day stays within the limits. attack-cost.test.ts computes what an attack costs.
 */
export const VOUCHER_CODES = {
  action: "voucher code",
  network: { free: 40, windowMs: 300_000, doublesAfter: 40 },
  subject: { free: 200, windowMs: 6 * HOUR_MS, doublesAfter: 50 },
  site: { free: 1_000, windowMs: 6 * HOUR_MS, doublesAfter: 250 },
  hardest: 256,
} as const satisfies ActionPolicy;

type Prover = { readonly limits: StrangersLimits; readonly address: string; readonly solution?: unknown };

/**
 * Does something with a voucher, and counts an unknown code as a guess: of the address, the raffle and the site. Text
 * that cannot be a code does not count.
 *
 * @param work refuses with `voucher-not-found` for an unknown code
 * @returns what the work answers; refusal: `challenge-required` after too many guesses, unless a puzzle is solved
 */
export async function attemptVoucher<Value, Reason extends string>(
  { limits, address, solution }: Prover,
  { raffleId }: Pick<VoucherScope, "raffleId">,
  typed: string,
  work: () => Promise<Outcome<Value, Refusal<Reason>>>,
): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>> {
  const voucherCode = readVoucherCode(typed);
  if (voucherCode === null) return work();
  const action = { policy: VOUCHER_CODES, address, subjects: [raffleId], bound: { voucherCode } };
  return limits.attempt(action, solution, {
    prove: work,
    failures: ["voucher-not-found"],
    reportWait: neverReportWait,
  });
}

function neverReportWait(): never {
  throw new Error("No counter of a voucher makes wait.");
}
