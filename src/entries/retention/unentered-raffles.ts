import { type RawBuilder, type SqlBool, sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { followRaffleDeletion } from "#src/db/sharding/instead-of-triggers.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import { inTransaction } from "#src/db/transaction.ts";
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

/**
 * What remains of entries in a raffle, one row of it. Every deletion of an entry is in the audit log, which is
 * append-only: so a raffle that lost its entries for any reason counts as entered.
 */
const traceIn = (raffle: RawBuilder<unknown>) => sql`
  select 1 from entries where raffle_id = ${raffle}
  union all select 1 from entry_imports where raffle_id = ${raffle}
  union all select 1 from audit_log where scope_id = ${raffle} and (entry_id is not null
    or action in ('update-entry', 'delete-entry', 'erase-entry', 'erase-expired', 'import-entries'))
  limit 1`;

// With its limit, PostgreSQL asks it for each raffle, and never joins all entries.
const isUnentered = sql<SqlBool>`not exists (${traceIn(sql`raffles.id`)})`;

async function withoutEntered(reader: Reader, raffles: readonly { readonly id: string }[]): Promise<string[]> {
  const unentered: string[] = [];
  for (const { id } of raffles) {
    const { rows } = await traceIn(sql`${id}`).execute(reader);
    if (rows.length === 0) unentered.push(id);
  }
  return unentered;
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
    const batch = await deleteBatch(deps, reached, rafflesPerBatch);
    deleted += batch.deleted;
    reached = batch.reached;
  }
  return deleted;
}

/**
 * Locks only raffles in which it found nothing, since an organiser cannot change a locked one. Then it looks again. An
 * entry has a foreign key to its raffle: an uncommitted one prevents the lock, and the second look finds the others.
 */
async function deleteBatch({ db, clock }: Deps, after: string, limit: number) {
  const found = await db
    .selectFrom("raffles")
    .select("id")
    .where("id", ">", after)
    .where(isForgotten)
    // Citus cannot ask a sharded table for each raffle.
    .$if(!isSharded(db), (query) => query.where(isUnentered))
    .orderBy("id")
    .limit(limit)
    .execute();
  const reached = found.at(-1)?.id;
  const unentered = isSharded(db) ? await withoutEntered(db, found) : found.map(({ id }) => id);
  if (unentered.length === 0) return { deleted: 0, reached };
  return inTransaction(db, async (tx) => {
    const locked = await tx
      .selectFrom("raffles")
      .select("id")
      .where("id", "in", unentered)
      .where(isForgotten)
      .orderBy("id")
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = await withoutEntered(tx, locked);
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
