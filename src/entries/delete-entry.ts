import { recordChange } from "#src/access/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";

/**
 * Deletes an entry of the organiser's raffle; its checklist and wishlist are columns of it and go in the same moment.
 *
 * @returns whose entry it was, to say so
 */
export async function deleteEntry(
  given: { db: Database; clock: Clock },
  scope: OrganiserScope,
  entryCode: string,
): Promise<Outcome<{ firstName: string; lastName: string }, Refusal<"entry-not-found">>> {
  return inTransaction(given.db, async (tx) => {
    const deleted = await tx
      .deleteFrom("entries")
      .where("raffleId", "=", scope.raffleId)
      .where("entryCode", "=", entryCode.trim().toUpperCase())
      .returning([
        "entryCode",
        "firstName",
        "lastName",
        "address",
        "phone",
        "email",
        "facebook",
        "instagram",
        "source",
        "doneRules",
        "wishes",
        "createdAt",
      ])
      .executeTakeFirst();
    if (!deleted) return refuse({ reason: "entry-not-found" });
    // The code would open nothing any more, and stands as the subject already.
    const { entryCode: subject, ...before } = deleted;
    await recordChange(tx, scope, { action: "delete-entry", subject, before, after: null }, given.clock);
    return accept({ firstName: deleted.firstName, lastName: deleted.lastName });
  });
}
