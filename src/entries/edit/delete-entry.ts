import type { AuditAction } from "#src/access/audit/actions.ts";
import { eraseEntryChanges, recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope, OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { eraseOpenEntry } from "../write.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/**
 * Deletes an entry of the organiser's raffle. Its checklist and wishlist are columns of its row. The same transaction
 * erases its data from the audit log.
 *
 * @returns the person's name, for the confirmation; refusals: `entry-not-found`, `list-locked`
 */
export async function deleteEntry(
  deps: Deps,
  scope: OrganiserScope,
  entryCode: string,
): Promise<Outcome<{ firstName: string; lastName: string }, Refusal<"entry-not-found"> | ListLocked>> {
  return inTransaction(deps.db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId);
    if (!held.ok) return held;
    const deleted = await tx
      .deleteFrom("entries")
      .where("raffleId", "=", scope.raffleId)
      .where("entryCode", "=", typedCode(entryCode))
      .returning(["id", "firstName", "lastName"])
      .executeTakeFirst();
    if (!deleted) return refuse({ reason: "entry-not-found" });
    const { id, ...person } = deleted;
    await recordGone(tx, scope, { action: "delete-entry", entryId: id }, deps.clock);
    return accept(person);
  });
}

/**
 * Erases an entry for its entrant, until the due date, and again once the list is locked: its ticket then stays.
 *
 * @returns the entry's raffle, which can be entered again; refusals: `entry-not-found`, `erase-too-late`
 */
export async function eraseOwnEntry(
  deps: Deps,
  scope: ContactScope,
): Promise<Outcome<{ raffleId: string }, Refusal<"entry-not-found" | "erase-too-late">>> {
  return inTransaction(deps.db, async (tx) => {
    const erased = await eraseOpenEntry(tx, scope);
    if (!erased.ok) return erased;
    await recordGone(tx, scope, { action: "erase-entry", entryId: scope.entryId }, deps.clock);
    return accept({ raffleId: scope.raffleId });
  });
}

/** Records that an entry was deleted, without any of its person's data. */
async function recordGone(
  tx: Transaction,
  scope: OrganiserScope | ContactScope,
  gone: { readonly action: AuditAction; readonly entryId: string },
  clock: Clock,
): Promise<void> {
  await eraseEntryChanges(tx, scope.raffleId, [gone.entryId], clock);
  await recordChange(tx, scope, { ...gone, subject: "", before: null, after: null }, clock);
}
