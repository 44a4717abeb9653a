import { recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { noteClaimNews } from "../mails/claim-news.ts";
import { type ClaimClosed, type HeldClaim, holdOwnClaim } from "./hold-claim.ts";
import { storeWords } from "./write.ts";

/**
 * Gives a prize up for its winner, until it is handed over. All that was filled in is erased, and a voucher ends. Who
 * declines again gets the same answer.
 *
 * @param declinedFor the winner's reason; null where there is none
 * @returns refusals: `claim-not-found`, `prize-replaced`, `prize-handed-over`
 */
export async function declinePrize(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: ContactScope,
  claimId: string,
  declinedFor: string | null,
): Promise<Outcome<void, ClaimClosed>> {
  if (!isId(claimId)) return refuse({ reason: "claim-not-found" });
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const claim = await holdOwnClaim(tx, scope, claimId);
    if (!claim) return refuse({ reason: "claim-not-found" } as const);
    if (claim.goneAt) return refuse({ reason: "prize-replaced" } as const);
    if (claim.handedOverAt) return refuse({ reason: "prize-handed-over" } as const);
    if (claim.declinedAt) return accept(undefined);
    await tx
      .updateTable("claims")
      .set({ declinedAt: clock(), declinedFor, claimedAt: null, voucherCode: null, answers: null })
      .where("raffleId", "=", raffleId)
      .where("id", "=", claimId)
      .execute();
    await tx.deleteFrom("claimFiles").where("raffleId", "=", raffleId).where("claimId", "=", claimId).execute();
    await storeWords(tx, { raffleId, claimId }, null);
    await recordDeclined(tx, scope, { ...claim, declinedFor }, clock);
    return accept(undefined);
  });
}

/** Has the organiser hear, and the log of changes say, that a winner does not want a prize. */
export async function recordDeclined(
  tx: Transaction,
  scope: ContactScope,
  { ticket, prizeCode, declinedFor }: Pick<HeldClaim, "ticket" | "prizeCode"> & { readonly declinedFor: string | null },
  clock: Clock,
): Promise<void> {
  await noteClaimNews(tx, scope, clock());
  const change = { before: null, after: { ticket, reason: declinedFor }, entryId: scope.entryId };
  await recordChange(tx, scope, { action: "decline-prize", subject: prizeCode, ...change }, clock);
}
