import type { EntrantScope } from "#src/access/scope.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { CODE_LENGTH, readDropCode } from "./codes/drop-code.ts";
import type { Redeemed } from "./codes/redeem-all.ts";
import { type RedeemRefusal, redeemCode } from "./codes/redeem-code.ts";
import type { Redemptions } from "./codes/redemptions.ts";
import { giveStamp, type StampDeps, type Stamped, type StampRefusal } from "./stamps/give-stamp.ts";
import { readScreenCode, type SeeDeps, type SeeRefusal, seeCode } from "./stamps/see-code.ts";
import { isTicket, readTicket } from "./stamps/stamp-ticket.ts";
import { CHARACTERS } from "./stamps/totp.ts";

/** What a code or a stamp gave its entry. */
export type Given = Redeemed & { readonly stamp?: Stamped };

/**
 * Redeems what an entrant typed or scanned, whatever it is: a code from a receipt, the six characters of a station's
 * screen, or the ticket of a scan. Sent again, it gets the same answer.
 *
 * @returns what it gave; refusals as those of `redeemCode`, `seeCode` and `giveStamp`
 */
export async function redeemTyped(
  deps: SeeDeps & StampDeps & { readonly redemptions: Redemptions },
  entrant: EntrantScope,
  typed: string,
): Promise<Outcome<Given, RedeemRefusal | SeeRefusal | StampRefusal>> {
  if (readDropCode(typed) !== null) return redeemCode(deps, entrant, typed);
  const text = typed.trim();
  if (isTicket(text)) {
    const seen = readTicket(deps.secret, entrant.raffleId, text, deps.clock());
    if (seen === null || seen === "over") return refuse({ reason: "stamp-code-past" });
    return giveStamp(deps, entrant, seen);
  }
  const raffle = await findRaffle(deps.db, entrant.raffleId);
  const takes = (proof: string) => raffle?.rules.some((rule) => rule.proof === proof) ?? false;
  if (!takes("visit")) return redeemCode(deps, entrant, typed);
  const code = readScreenCode(text);
  if (code === null) return takes("code") && !isShort(text) ? redeemCode(deps, entrant, typed) : refuseMistyped(text);
  const seen = await seeCode(deps, entrant.raffleId, code);
  return seen.ok ? giveStamp(deps, entrant, seen.value) : seen;
}

/** Whether somebody who mistyped meant a screen's six characters rather than the twelve of a receipt. */
function isShort(text: string): boolean {
  return text !== "" && typedCode(text).length < (CHARACTERS + CODE_LENGTH) / 2;
}

function refuseMistyped(text: string) {
  const key = text === "" ? "stampCodeRequired" : "stampCodeMistyped";
  return refuse({ reason: "invalid-fields", fields: { code: [{ key }] } } satisfies Refusal<"invalid-fields">);
}
