import { eraseEntryChanges, recordChange } from "#src/access/audit.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { eraseOpenEntry } from "./write.ts";

type Given = { readonly db: Database; readonly clock: Clock };

/**
 * Deletes an entry of the organiser's raffle; its checklist and wishlist are columns of it and go in the same moment,
 * and so does what the audit log has said of it.
 *
 * @returns whose entry it was, to say so
 */
export async function deleteEntry(
  given: Given,
  scope: OrganiserScope,
  entryCode: string,
): Promise<Outcome<{ firstName: string; lastName: string }, Refusal<"entry-not-found">>> {
  return inTransaction(given.db, async (tx) => {
    const deleted = await tx
      .deleteFrom("entries")
      .where("raffleId", "=", scope.raffleId)
      .where("entryCode", "=", entryCode.trim().toUpperCase())
      .returning(["id", "firstName", "lastName"])
      .executeTakeFirst();
    if (!deleted) return refuse({ reason: "entry-not-found" });
    const { id, ...person } = deleted;
    await recordGone(tx, scope, { action: "delete-entry", entryId: id }, given.clock);
    return accept(person);
  });
}

/**
 * Erases an entry for its entrant, until the due date: from then on the list stands as the draw will have it.
 *
 * @returns the raffle that it was of, which can be entered again
 */
export async function eraseOwnEntry(
  given: Given,
  scope: EntrantScope,
): Promise<Outcome<{ raffleId: string }, Refusal<"entry-not-found" | "erase-too-late">>> {
  return inTransaction(given.db, async (tx) => {
    const erased = await eraseOpenEntry(tx, scope);
    if (!erased.ok) return erased;
    await recordGone(tx, scope, { action: "erase-entry", entryId: scope.entryId }, given.clock);
    return accept({ raffleId: scope.raffleId });
  });
}

/** That an entry went, and nothing of whose it was. */
async function recordGone(
  tx: Transaction,
  scope: OrganiserScope | EntrantScope,
  gone: { readonly action: string; readonly entryId: string },
  clock: Clock,
): Promise<void> {
  await eraseEntryChanges(tx, scope.raffleId, [gone.entryId], clock);
  await recordChange(tx, scope, { ...gone, subject: "", before: null, after: null }, clock);
}
