import { eraseImportChanges, recordChange } from "#src/access/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "./read.ts";

/**
 * Deletes a raffle with its prizes, rules and banner, whole or not at all. One with entries stays: the row is locked
 * before they are looked for, so that nobody joins in between.
 */
export async function deleteRaffle(
  given: { db: Database; clock: Clock },
  scope: OrganiserScope,
): Promise<Outcome<{ name: string }, Refusal<"raffle-not-found" | "raffle-has-entries">>> {
  return inTransaction(given.db, async (tx) => {
    const { raffleId } = scope;
    await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forUpdate().execute();
    const before = await findRaffle(tx, raffleId);
    if (!before) return refuse({ reason: "raffle-not-found" });
    const entry = await tx
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", raffleId)
      .limit(1)
      .executeTakeFirst();
    if (entry) return refuse({ reason: "raffle-has-entries" });
    // Prizes, rules and the banner go with it: their foreign keys cascade.
    await tx.deleteFrom("raffles").where("id", "=", raffleId).execute();
    // Of its entries the log forgot when they went; no later erasing would come upon a raffle that is gone.
    await eraseImportChanges(tx, raffleId, given.clock);
    await recordChange(
      tx,
      scope,
      { action: "delete-raffle", subject: before.codeId, before, after: null },
      given.clock,
    );
    return accept({ name: before.name });
  });
}
