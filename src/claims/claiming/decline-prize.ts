import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { CLAIM_LIMITS } from "../limits.ts";
import { noteClaimNews } from "../mails/claim-news.ts";
import { type ClaimClosed, holdOwnClaim } from "./hold-claim.ts";
import { storeWords } from "./write.ts";

const sentReason = z.object({ reason: optionalText(CLAIM_LIMITS.declinedFor) });

/**
 * Gives a prize up for its winner, until it is handed over. All that was filled in is erased, and a voucher ends. Who
 * declines again is told the same.
 *
 * @param reason untrusted; may be empty
 * @returns refusals: `invalid-fields` (the reason), `claim-not-found`, `prize-replaced`, `prize-handed-over`
 */
export async function declinePrize(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: ContactScope,
  claimId: string,
  reason: unknown,
): Promise<Outcome<void, ClaimClosed | Refusal<"invalid-fields">>> {
  const parsed = sentReason.safeParse({ reason });
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  if (!isId(claimId)) return refuse({ reason: "claim-not-found" });
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const claim = await holdOwnClaim(tx, scope, claimId);
    if (!claim) return refuse({ reason: "claim-not-found" } as const);
    if (claim.goneAt) return refuse({ reason: "prize-replaced" } as const);
    if (claim.handedOverAt) return refuse({ reason: "prize-handed-over" } as const);
    if (claim.declinedAt) return accept(undefined);
    const declinedFor = parsed.data.reason || null;
    await tx
      .updateTable("claims")
      .set({ declinedAt: clock(), declinedFor, claimedAt: null, voucherCode: null, answers: null })
      .where("raffleId", "=", raffleId)
      .where("id", "=", claimId)
      .execute();
    await tx.deleteFrom("claimFiles").where("raffleId", "=", raffleId).where("claimId", "=", claimId).execute();
    await storeWords(tx, { raffleId, claimId }, null);
    await noteClaimNews(tx, scope, clock());
    const change = { before: null, after: { ticket: claim.ticket, reason: declinedFor }, entryId: scope.entryId };
    await recordChange(tx, scope, { action: "decline-prize", subject: claim.prizeCode, ...change }, clock);
    return accept(undefined);
  });
}
