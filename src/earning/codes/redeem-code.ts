import type { EntrantScope } from "#src/access/scope.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { attemptCode, type CodeProver } from "../code-attempts.ts";
import { hashOfCode, readDropCode } from "./drop-code.ts";
import type { Redeemed, RedeemOutcome } from "./redeem-all.ts";
import type { Redemptions } from "./redemptions.ts";

export type RedeemRefusal =
  | Refusal<"invalid-fields">
  | Extract<RedeemOutcome, { readonly ok: false }>["refusal"]
  | ChallengeRefusal;

type Deps = CodeProver & { readonly redemptions: Redemptions; readonly secret: Uint8Array };

/**
 * Redeems a code for an entry: the code, the row of the ledger and the entry's drops change in one transaction, or
 * nothing does. Sent again by the same entry, it gets the same answer. A code of another raffle is none here.
 *
 * @param typed the code as somebody typed or scanned it
 * @returns what it is worth; refusals as the type says, `drop-codes-enough` where the rule counts no more of them
 */
export async function redeemCode(
  { redemptions, secret, ...prover }: Deps,
  { raffleId, entryId }: EntrantScope,
  typed: string,
): Promise<Outcome<Redeemed, RedeemRefusal>> {
  const code = readDropCode(typed);
  if (code === null) {
    const key = typed.trim() === "" ? ("dropCodeRequired" as const) : ("dropCodeMistyped" as const);
    return refuse({ reason: "invalid-fields", fields: { code: [{ key }] } });
  }
  const codeHash = hashOfCode(secret, raffleId, code);
  const attempted = { kind: "dropCode", raffleId, code } as const;
  return attemptCode(prover, attempted, () => redemptions.redeem(raffleId, { entryId, codeHash }));
}
