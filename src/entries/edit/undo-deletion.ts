import { type SqlBool, sql } from "kysely";
import { eraseEntryChanges, recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { selectDue } from "#src/db/select-due.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { skippingLocked } from "#src/db/sharding/sharded.ts";
import { violatedConstraint } from "#src/db/sharding/violated-constraint.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { RemovalReason } from "#src/raffles/limits.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { type Changer, type FormerEntry, queueChangedByOther } from "../mails/changed-by-other.ts";
import { takenBy } from "./edit-entry.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

type ForgetDeps = Deps & {
  /** The site's secret, which seals the addresses for the mails. */
  readonly secret: Uint8Array;
};

/** How long a deletion can be undone. The desk's texts say "a minute". */
const UNDO_MS = 60_000;

/** How often deletions are looked for whose minute is over. */
const LOOK_EVERY_MS = 10_000;

/** Deletions that one transaction makes final. */
const BATCH_SIZE = 500;

/** More at once would bury the list that they are shown above. */
const MOST_SHOWN = 5;

/** An entry that its organiser deleted, and can have back. */
export type HeldDeletion = { readonly entryId: string; readonly firstName: string; readonly lastName: string };

/** The raffle's deletions that can be undone, the latest first. */
export async function listDeletions(reader: Reader, scope: OrganiserScope, clock: Clock): Promise<HeldDeletion[]> {
  return reader
    .selectFrom("deletedEntries")
    .select([
      "entryId",
      sql<string>`entry->>'first_name'`.as("firstName"),
      sql<string>`entry->>'last_name'`.as("lastName"),
    ])
    .where("raffleId", "=", scope.raffleId)
    .where("deletedAt", ">", minuteBefore(clock))
    .orderBy("deletedAt", "desc")
    .limit(MOST_SHOWN)
    .execute();
}

type UndoRefusal = Refusal<"undo-too-late" | "phone-taken" | "email-taken" | "entry-code-taken"> | ListLocked;

/** Nobody comes back whom the end of the retention period would have erased since. */
const isStillStored = sql<SqlBool>`not exists (
  select 1 from raffles where raffles.id = deleted_entries.raffle_id and entries_erased_at >= deleted_entries.deleted_at
)`;

/** Columns that an entry lacks which was deleted in the minute before an upgrade. */
const ADDED_SINCE = JSON.stringify({ claimed_rules: [], earned: {}, earned_rows: 0 });

/**
 * Puts a deleted entry back as it was, with its code and the time when it was made.
 *
 * @returns the person's name, for the confirmation; refusals: `undo-too-late`, also where the raffle's entries were
 *   erased since, `list-locked`, and `phone-taken`, `email-taken` or `entry-code-taken` if an entry since then has it
 */
export async function undoDeletion(
  { db, clock }: Deps,
  scope: OrganiserScope,
  entryId: string,
): Promise<Outcome<HeldDeletion, UndoRefusal>> {
  if (!isId(entryId)) return refuse({ reason: "undo-too-late" });
  try {
    return await inTransaction(db, async (tx) => {
      const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
      if (!held.ok) return held;
      const deleted = await tx
        .deleteFrom("deletedEntries")
        .where("raffleId", "=", scope.raffleId)
        .where("entryId", "=", entryId)
        .where("deletedAt", ">", minuteBefore(clock))
        .where(isStillStored)
        // As text: numbers and times are not to lose digits on their way.
        .returning([
          sql<string>`entry::text`.as("entry"),
          sql<string | null>`earned_drops::text`.as("earnedDrops"),
          sql<string | null>`proof_photos::text`.as("proofPhotos"),
          "wantedReminder",
        ])
        .executeTakeFirst();
      if (!deleted) return refuse({ reason: "undo-too-late" });
      const { rows } = await sql<HeldDeletion & { entryCode: string }>`
        insert into entries select * from jsonb_populate_record(null::entries, ${ADDED_SINCE}::jsonb || ${deleted.entry}::jsonb)
        returning id as "entryId", first_name as "firstName", last_name as "lastName", entry_code as "entryCode"
      `.execute(tx);
      if (deleted.earnedDrops !== null) {
        await sql`
          insert into earned_drops select * from jsonb_populate_recordset(null::earned_drops, ${deleted.earnedDrops}::jsonb)
        `.execute(tx);
      }
      if (deleted.proofPhotos !== null) {
        await sql`
          insert into proof_photos select * from jsonb_populate_recordset(null::proof_photos, ${deleted.proofPhotos}::jsonb)
        `.execute(tx);
      }
      await noteEntryChanges(tx, scope.raffleId, [entryId]);
      const { entryCode: subject, ...restored } = rows[0] as (typeof rows)[number];
      if (deleted.wantedReminder) {
        await tx.insertInto("closingReminders").values({ raffleId: scope.raffleId, entryId }).execute();
      }
      await recordChange(tx, scope, { action: "restore-entry", subject, entryId, before: null, after: null }, clock);
      return accept(restored);
    });
  } catch (error) {
    if (violatedConstraint(error) === "entries_entry_code_unique") return refuse({ reason: "entry-code-taken" });
    const taken = takenBy(error);
    if (!taken) throw error;
    return taken;
  }
}

/** Makes deletions final once they can no longer be undone, and at once those from while no process ran. */
export function startForgettingDeletions(deps: ForgetDeps, onError: (error: unknown) => void): PollLoop {
  return startPollLoop(async () => ((await forgetDeletions(deps)) === BATCH_SIZE ? 0 : LOOK_EVERY_MS), onError);
}

/**
 * Erases deleted entries whose minute is over, and what the log says of them. Their entrants are notified by mail.
 *
 * @returns how many; another process may be at others
 */
export async function forgetDeletions({ db, clock, secret }: ForgetDeps): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await selectDue(
      tx,
      (lock) => sql<Ended>`
        select raffle_id as "raffleId", entry_id as "entryId", deleted_by as "deletedBy", reason,
          entry->>'entry_code' as "entryCode", entry->>'email' as email, entry->>'language' as language,
          entry->>'network_hash' is null or entry->>'retyped_at' is not null as "isTyped",
          entry->>'self_opened_at' is not null as "isOpened", entry->>'confirmed_at' is not null as "isConfirmed"
        from deleted_entries
        where deleted_at <= ${minuteBefore(clock)} order by deleted_at limit ${BATCH_SIZE} ${lock}
      `,
      skippingLocked(tx),
    );
    for (const [raffleId, rows] of Map.groupBy(ended, (row) => row.raffleId)) {
      const ids = rows.map(({ entryId }) => entryId);
      const erased = await tx
        .deleteFrom("deletedEntries")
        .where("raffleId", "=", raffleId)
        .where("entryId", "in", ids)
        .returning("entryId")
        .execute();
      await eraseEntryChanges(tx, raffleId, ids, clock);
      // Where rows cannot be skipped (Citus), two processes may read the same ones: who erases them notifies.
      const own = new Set(erased.map(({ entryId }) => entryId));
      for (const row of rows) {
        if (row.deletedBy === null || !own.has(row.entryId)) continue;
        await queueChangedByOther(tx, secret, row, { what: "deleted", by: row.deletedBy, reason: row.reason });
      }
    }
    return ended.length;
  });
}

/** A deletion whose minute is over, with what the mail to its entrant needs. */
type Ended = FormerEntry & {
  readonly entryId: string;
  readonly deletedBy: Changer | null;
  readonly reason: RemovalReason;
};

function minuteBefore(clock: Clock): Date {
  return new Date(clock().getTime() - UNDO_MS);
}
