import { recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { type Announcement, announcementsOf, storeObjection } from "#src/draws/replacing/announcements.ts";
import { noteClaimNews } from "../mails/claim-news.ts";
import { type HeldClaim, holdOwnClaim } from "./hold-claim.ts";

/**
 * Objects to what the organiser announced. A winner of whom it says that they withdrew keeps the prize by it. Asked
 * again, it changes nothing.
 *
 * @returns refusals: `claim-not-found`, `prize-replaced`, `nothing-announced`
 */
export async function objectToReplacement(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: ContactScope,
  claimId: string,
): Promise<Outcome<void, Refusal<"claim-not-found" | "prize-replaced" | "nothing-announced">>> {
  if (!isId(claimId)) return refuse({ reason: "claim-not-found" });
  return inTransaction(db, async (tx) => {
    const claim = await holdOwnClaim(tx, scope, claimId);
    if (!claim) return refuse({ reason: "claim-not-found" } as const);
    if (claim.goneAt) return refuse({ reason: "prize-replaced" } as const);
    const [latest] = await announcedOf(tx, scope, claim);
    if (latest?.objectedAt) return accept(undefined);
    if (!latest || latest.endedAs !== null) return refuse({ reason: "nothing-announced" } as const);
    await object(tx, scope, latest, clock);
    return accept(undefined);
  });
}

/** Objects for a winner who claims the prize of which the organiser says that they withdrew. */
export async function objectByClaiming(
  tx: Transaction,
  scope: ContactScope,
  claim: HeldClaim,
  clock: Clock,
): Promise<void> {
  const [latest] = await announcedOf(tx, scope, claim);
  if (latest?.endedAs === null && latest.reason === "withdrew") await object(tx, scope, latest, clock);
}

function announcedOf(tx: Transaction, { raffleId }: ContactScope, { prizeCode, ticket }: HeldClaim) {
  return announcementsOf(tx, { raffleId, prizeCode, from: ticket });
}

async function object(tx: Transaction, scope: ContactScope, announced: Announcement, clock: Clock): Promise<void> {
  const { prizeCode, from: ticket, reason } = announced;
  await storeObjection(tx, announced, clock());
  await noteClaimNews(tx, scope, clock());
  const change = { before: null, after: { ticket, reason }, entryId: scope.entryId };
  await recordChange(tx, scope, { action: "object-to-replacement", subject: prizeCode, ...change }, clock);
}
