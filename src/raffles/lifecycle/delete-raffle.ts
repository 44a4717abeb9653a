import { eraseImportChanges, recordChange } from "#src/access/audit/audit.ts";
import { hasEntries } from "#src/access/entrants.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { followRaffleDeletion } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "../read.ts";

/**
 * Deletes a raffle with its prizes, rules and banner in one transaction. Refuses one with entries, or with a locked
 * list. Locks the row before it looks for entries, so nobody can join in between.
 */
export async function deleteRaffle(
  deps: { db: Database; clock: Clock },
  scope: OrganiserScope,
): Promise<Outcome<{ name: string }, Refusal<"raffle-not-found" | "raffle-has-entries" | "list-locked">>> {
  return inTransaction(deps.db, async (tx) => {
    const { raffleId } = scope;
    await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forUpdate().execute();
    const before = await findRaffle(tx, raffleId);
    if (!before) return refuse({ reason: "raffle-not-found" });
    if (before.lockedAt) return refuse({ reason: "list-locked" });
    if (await hasEntries(tx, scope)) return refuse({ reason: "raffle-has-entries" });
    // The foreign keys of prizes, rules and the banner cascade.
    await tx.deleteFrom("raffles").where("id", "=", raffleId).execute();
    await followRaffleDeletion(tx, raffleId, before.codeId);
    // The logged details of its entries were erased with them. No later cleanup would find a deleted raffle's imports.
    await eraseImportChanges(tx, raffleId, deps.clock);
    await recordChange(tx, scope, { action: "delete-raffle", subject: before.codeId, before, after: null }, deps.clock);
    return accept({ name: before.name });
  });
}
