import { type SqlBool, sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { followRaffleDeletion } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";

/** Raffles that one transaction deletes: each may have 200 rows and a picture, and needs its own audit log line. */
const RAFFLES_PER_BATCH = 20;

/** Sorts before any raffle's id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Aborted when the process has to end: the current batch is the last one. */
  readonly stopping?: AbortSignal;
};

// Uses only stored facts.
const isForgotten = sql<SqlBool>`(
  greatest(draw_date, updated_at) < now() - ${UNENTERED_DAYS} * interval '24 hours'
  and locked_at is null and entries_erased = 0 and entries_erasing_since is null
  and not exists (select 1 from events where raffle_identifier = raffles.code_id and raffle_identifier <> '')
)`;

// Every deletion of an entry is in the audit log, which is append-only. So a raffle that lost its entries for any reason
// does not count as unentered.
const TRACES = [
  sql`select distinct raffle_id as id from entries where raffle_id`,
  sql`select distinct raffle_id as id from entry_imports where raffle_id`,
  sql`select distinct scope_id as id from audit_log where (entry_id is not null
    or action in ('update-entry', 'delete-entry', 'erase-entry', 'erase-expired', 'import-entries')) and scope_id`,
];

async function withoutEntered(tx: Transaction, raffleIds: readonly string[]): Promise<string[]> {
  const entered = new Set<string>();
  for (const trace of TRACES) {
    const { rows } = await sql<{ id: string }>`${trace} = any (${[...raffleIds]}::uuid[])`.execute(tx);
    for (const { id } of rows) entered.add(id);
  }
  return raffleIds.filter((id) => !entered.has(id));
}

/**
 * Deletes raffles that nobody ever entered, UNENTERED_DAYS after their draw date or last change: strangers can create
 * any number of them. A raffle that an event names remains, and so does one with a waiting file of paper entries.
 *
 * Each batch is a transaction, so the next run continues an interrupted one. Concurrent processes take different
 * raffles.
 *
 * @param rafflesPerBatch for tests: how many raffles one transaction deletes
 * @returns the number of deleted raffles
 */
export async function deleteUnenteredRaffles(deps: Deps, rafflesPerBatch = RAFFLES_PER_BATCH): Promise<number> {
  let deleted = 0;
  let reached: string | undefined = FIRST_ID;
  while (reached && !deps.stopping?.aborted) {
    const piece = await deleteBatch(deps, reached, rafflesPerBatch);
    deleted += piece.deleted;
    reached = piece.reached;
  }
  return deleted;
}

/**
 * Locks the raffles, then looks for entries, as an organiser's deletion does. An entry has a foreign key to its raffle,
 * so an uncommitted entry prevents the lock, and the look finds one that was committed in between.
 */
function deleteBatch({ db, clock }: Deps, after: string, limit: number) {
  return inTransaction(db, async (tx) => {
    const locked = await tx
      .selectFrom("raffles")
      .select("id")
      .where("id", ">", after)
      .where(isForgotten)
      .orderBy("id")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const reached = locked.at(-1)?.id;
    if (!reached) return { deleted: 0, reached };
    const ids = await withoutEntered(
      tx,
      locked.map(({ id }) => id),
    );
    if (ids.length === 0) return { deleted: 0, reached };
    // This also deletes prizes, rules and the banner, retires the codes, and notifies the caches.
    const gone = await tx
      .deleteFrom("raffles")
      .where("id", "in", ids)
      .returning(["id", "codeId", "name", "drawDate"])
      .execute();
    for (const { id, codeId, name, drawDate } of gone) {
      await followRaffleDeletion(tx, id, codeId);
      // Unlike an organiser's deletion, not the whole raffle: nobody needs it, and the audit log is permanent.
      const change = { action: "delete-unentered" as const, subject: codeId, before: { name, drawDate }, after: null };
      await recordChange(tx, { raffleId: id, actor: "site" }, change, clock);
    }
    return { deleted: gone.length, reached };
  });
}
