import type { ContactScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** Why a winner cannot claim or decline (any more). */
export type ClaimClosed = Refusal<
  "claim-not-found" | "prize-replaced" | "prize-handed-over" | "claim-declined" | "claim-too-late"
>;

/** A claim of an entry, as far as it decides what its winner can do. */
export type HeldClaim = {
  readonly id: string;
  readonly prizeCode: string;
  readonly ticket: number;
  readonly claimBy: Date;
  readonly claimedAt: Date | null;
  readonly answers: Buffer | null;
  readonly declinedAt: Date | null;
  readonly handedOverAt: Date | null;
  readonly goneAt: Date | null;
  readonly voucherCode: string | null;
};

/** A claim of the entry that was proved. Null for one of another entry. */
export async function findOwnClaim(reader: Reader, scope: ContactScope, claimId: string): Promise<HeldClaim | null> {
  return (await ownClaim(reader, scope, claimId).executeTakeFirst()) ?? null;
}

/**
 * Locks a claim of an entry until the transaction ends, so that claim, hand-over and replacement come one after the
 * other. The entry comes first, as where it is erased: what is written about its claim goes with it.
 */
export async function holdOwnClaim(tx: Transaction, scope: ContactScope, claimId: string): Promise<HeldClaim | null> {
  const entry = await tx
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
    .where("id", "=", scope.entryId)
    .forKeyShare()
    .executeTakeFirst();
  const claim = entry && (await ownClaim(tx, scope, claimId).forUpdate().executeTakeFirst());
  return claim ?? null;
}

/** Whether a prize can be claimed now. Who has claimed in time can change the claim until it is handed over. */
export function canBeClaimed(claim: HeldClaim | null, now: Date): Outcome<HeldClaim, ClaimClosed> {
  if (!claim) return refuse({ reason: "claim-not-found" });
  if (claim.goneAt) return refuse({ reason: "prize-replaced" });
  if (claim.handedOverAt) return refuse({ reason: "prize-handed-over" });
  if (claim.declinedAt) return refuse({ reason: "claim-declined" });
  if (!claim.claimedAt && claim.claimBy < now) return refuse({ reason: "claim-too-late" });
  return accept(claim);
}

function ownClaim(reader: Reader, { raffleId, entryId }: ContactScope, claimId: string) {
  return reader
    .selectFrom("claims")
    .select(["id", "prizeCode", "ticket", "claimBy", "claimedAt", "answers", "declinedAt", "handedOverAt", "goneAt"])
    .select("voucherCode")
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .where("id", "=", claimId);
}
