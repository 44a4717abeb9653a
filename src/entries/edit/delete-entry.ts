import { sql } from "kysely";
import { eraseEntryChanges, recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope, OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { followDeletion, noteEntryStates } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { REMOVAL_REASONS } from "#src/raffles/limits.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { changerOf } from "../mails/changed-by-other.ts";
import { eraseAsEntrant, type NotErasable } from "../retention/erasure.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/**
 * Deletes an entry of the organiser's raffle. Its checklist and wishlist are columns of its row. For a minute the row
 * is stored apart, so that the deletion can be undone (`undo-deletion.ts`); then it is erased, with its data in the
 * audit log, and its entrant is notified.
 *
 * @param sent.reason untrusted: one of REMOVAL_REASONS
 * @returns the person's name, for the confirmation; refusals: `entry-not-found`, `list-locked`, `invalid-fields`
 *   (`reason`)
 */
export async function deleteEntry(
  { db, clock }: Deps,
  scope: OrganiserScope,
  sent: { readonly entryCode: string; readonly reason: string },
): Promise<
  Outcome<{ firstName: string; lastName: string }, Refusal<"entry-not-found" | "invalid-fields"> | ListLocked>
> {
  const reason = REMOVAL_REASONS.find((one) => one === sent.reason);
  if (reason === undefined) return refuse({ reason: "invalid-fields", fields: { reason: [{ key: "optionInvalid" }] } });
  return inTransaction(db, async (tx) => {
    const unlocked = await holdUnlocked(tx, scope.raffleId, { by: "shop", reason });
    if (!unlocked.ok) return unlocked;
    const found = await tx
      .selectFrom("entries")
      .select(["id", "firstName", "lastName", sql<string>`to_jsonb(entries)::text`.as("entry")])
      .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
      .where("entryCode", "=", typedCode(sent.entryCode))
      .forUpdate()
      .executeTakeFirst();
    if (!found) return refuse({ reason: "entry-not-found" });
    const { id: entryId, entry, ...person } = found;
    // It goes with the entry.
    const reminder = await tx
      .selectFrom("closingReminders")
      .select("entryId")
      .where("raffleId", "=", scope.raffleId)
      .where("entryId", "=", entryId)
      .executeTakeFirst();
    const ledger = await sql<{ rows: string | null }>`
      select jsonb_agg(to_jsonb(earned_drops) order by at, id)::text as rows from earned_drops
      where raffle_id = ${scope.raffleId} and entry_id = ${entryId}
    `.execute(tx);
    const photos = await sql<{ rows: string | null }>`
      select jsonb_agg(to_jsonb(proof_photos) order by id)::text as rows from proof_photos
      where raffle_id = ${scope.raffleId} and entry_id = ${entryId}
    `.execute(tx);
    const deletedBy = await changerOf(tx, scope);
    const held = {
      raffleId: scope.raffleId,
      entryId,
      entry,
      wantedReminder: reminder !== undefined,
      earnedDrops: ledger.rows[0]?.rows ?? null,
      proofPhotos: photos.rows[0]?.rows ?? null,
      deletedBy,
      reason,
    };
    await tx
      .insertInto("deletedEntries")
      .values({ ...held, deletedAt: clock() })
      .execute();
    await noteEntryStates(tx, scope.raffleId, [entryId]);
    await tx
      .deleteFrom("entries")
      .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
      .where("id", "=", entryId)
      .execute();
    await followDeletion(tx, scope.raffleId, [entryId]);
    // Without the entry's id: the line says nothing that is to be erased with it.
    await recordChange(tx, scope, { action: "delete-entry", subject: "", before: null, after: null }, clock);
    return accept(person);
  });
}

/**
 * Erases an entry for its entrant where `erasureOf` allows it, with its data in the audit log.
 *
 * @returns the entry's raffle; refusals: `entry-not-found`, `erase-too-late`, `erase-holds-prize`
 */
export async function eraseOwnEntry(
  deps: Deps,
  scope: ContactScope,
): Promise<Outcome<{ raffleId: string }, Refusal<"entry-not-found"> | NotErasable>> {
  return inTransaction(deps.db, async (tx) => {
    const erased = await eraseAsEntrant(tx, scope);
    if (!erased.ok) return erased;
    await eraseEntryChanges(tx, scope.raffleId, [scope.entryId], deps.clock);
    const gone = { action: "erase-entry", entryId: scope.entryId, subject: "", before: null, after: null } as const;
    await recordChange(tx, scope, gone, deps.clock);
    return accept({ raffleId: scope.raffleId });
  });
}
