import { type SqlBool, sql } from "kysely";
import { eraseEntryChanges, eraseImportChanges, recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { followDeletion } from "#src/db/sharding/instead-of-triggers.ts";
import { forEachShard, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { HOLDS_PRIZE, PRIZE_KEPT } from "./erasure.ts";

/** Entries that one transaction erases: some tenths of a second, so that an organiser's change does not wait long. */
const ENTRIES_PER_BATCH = 2000;

/** Delay after a change of dates into the past: it gives the organiser time to notice a mistake before the erasure. */
const GRACE = sql`interval '7 days'`;

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Aborted when the process has to end: the current batch is the last one. */
  readonly stopping?: AbortSignal;
};

/** What one run erased; `raffles` counts those whose erasure it completed. */
export type ErasedEntries = { readonly raffles: number; readonly entries: number };

// Days of 24 hours, as in `storedUntil`: an interval of days would depend on the session's time zone.
const PROMISED = sql`retention_days * interval '24 hours'`;
const endOfPromise = sql`draw_date + ${PROMISED}`;

// As the index raffles_to_erase has them.
const EPOCH = sql`timestamptz '2000-01-01 00:00:00+00'`;
const PROMISE_END = sql`draw_date - ${EPOCH} + ${PROMISED}`;
const PROMISE_ENDED = sql<SqlBool>`${PROMISE_END} < now() - ${EPOCH}`;
const UNERASED = sql<SqlBool>`(entries_erased_at is null or entries_erased_at - draw_date < ${PROMISED})`;

/**
 * Erases the entries of every raffle whose retention period is over, with all else stored about their people: import
 * files, slips of phones, and data in the audit log. The raffle remains, with the time and number of the erased
 * entries. The queue of entry changes also clears the search index. If a raffle's dates are later moved on, it is
 * erased again after them.
 *
 * Each batch is a transaction, so the next run continues an interrupted one. Concurrent processes take different
 * raffles. An entry with a prize that can still be claimed or handed over stays until then.
 *
 * @param entriesPerBatch for tests: how many entries one transaction erases
 */
export async function eraseExpiredEntries(deps: Deps, entriesPerBatch = ENTRIES_PER_BATCH): Promise<ErasedEntries> {
  let [raffles, entries] = [0, 0];
  while (!deps.stopping?.aborted) {
    const batch = await eraseNextBatch(deps, entriesPerBatch);
    if (!batch) break;
    raffles += Number(batch.ended);
    entries += batch.entries;
  }
  for (let more = -1; more !== 0 && !deps.stopping?.aborted; entries += more) {
    more = await eraseFormerWinners(deps, entriesPerBatch);
  }
  return { raffles, entries };
}

/**
 * Erases one batch of the next raffle whose retention period is over.
 *
 * @returns the number of entries, and whether it was the raffle's last batch; null if nothing is left to do, or other
 *   processes hold the remaining raffles
 */
export function eraseNextBatch(
  { db, clock }: Deps,
  entriesPerBatch: number,
): Promise<{ readonly entries: number; readonly ended: boolean } | null> {
  return inTransaction(db, async (tx) => {
    const raffle = await claimRaffle(tx);
    if (!raffle) return null;
    await changeAs(tx, { by: "retention" });
    const ids = await deleteBatch(tx, raffle, entriesPerBatch);
    await followDeletion(tx, raffle.id, ids);
    await eraseEntryChanges(tx, raffle.id, ids, clock);
    const erased = raffle.erasedBefore + ids.length;
    const ended = ids.length < entriesPerBatch;
    if (ended) await forgetRest(tx, raffle, clock);
    await tx
      .updateTable("raffles")
      .set({ entriesErased: erased, entriesErasingSince: ended ? null : raffle.since })
      .$if(ended, (query) => query.set({ entriesErasedAt: sql<Date>`now()` }))
      .where("id", "=", raffle.id)
      .execute();
    if (ended && erased > 0) {
      const change = {
        action: "erase-expired" as const,
        subject: raffle.codeId,
        before: null,
        after: { entries: erased },
      };
      await recordChange(tx, { raffleId: raffle.id, actor: "site" }, change, clock);
    }
    return { entries: ids.length, ended };
  });
}

type Claimed = {
  readonly id: string;
  readonly codeId: string;
  readonly since: Date;
  readonly erasedBefore: number;
};

/** Locks a raffle whose period is over, or whose erasure has begun. A change of its dates waits, or came before. */
async function claimRaffle(tx: Transaction): Promise<Claimed | undefined> {
  const raffle = tx
    .selectFrom("raffles")
    .select(["id", "codeId"])
    .select(sql<Date>`coalesce(entries_erasing_since, now())`.as("since"))
    // The audit log already has the number of an earlier, completed erasure.
    .select(sql<number>`case when entries_erasing_since is null then 0 else entries_erased end`.as("erasedBefore"))
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked();
  // Two statements, each by an index of its own.
  const begun = raffle.where("entriesErasingSince", "is not", null).orderBy("id");
  const due = raffle
    .where(PROMISE_ENDED)
    .where(UNERASED)
    .where(sql<SqlBool>`updated_at < greatest(${endOfPromise}, now() - ${GRACE})`)
    .orderBy(PROMISE_END);
  return (await begun.executeTakeFirst()) ?? due.executeTakeFirst();
}

/**
 * Deletes the next entries by key. The CTE is materialized, because otherwise its limit would apply to each evaluation.
 * If the raffle is opened again during the erasure, its new entries are not part of it.
 */
async function deleteBatch(tx: Transaction, { id, since }: Claimed, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with batch as materialized (
      select id from entries where raffle_id = ${id} and created_at <= ${since} and not ${HOLDS_PRIZE}
      order by id limit ${limit} for update
    )
    delete from entries using batch where raffle_id = ${id} and entries.id = batch.id
    returning entries.id
  `.execute(tx);
  return rows.map((row) => row.id);
}

/** Erases entries that stayed for their prize when their raffle's others were erased, and hold none any more. */
function eraseFormerWinners({ db, clock }: Deps, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: former } = await sql<RowPlace>`
      select entries.raffle_id as "raffleId", entries.id from claims
      join raffles on raffles.id = claims.raffle_id
      join entries on entries.raffle_id = claims.raffle_id and entries.id = claims.entry_id
      where claim_by > entries_erased_at - ${PRIZE_KEPT} and entries.created_at <= entries_erased_at and not ${HOLDS_PRIZE}
      limit ${limit} ${skippingLocked(tx, "entries") ?? sql``}
    `.execute(tx);
    await changeAs(tx, { by: "retention" });
    const rows = await forEachShard(
      tx,
      former,
      (isOneOf) => sql<RowPlace>`delete from entries where ${isOneOf()} returning raffle_id as "raffleId", id`,
    );
    for (const [raffleId, erased] of Map.groupBy(rows, (row) => row.raffleId)) {
      const ids = erased.map(({ id }) => id);
      await followDeletion(tx, raffleId, ids);
      await eraseEntryChanges(tx, raffleId, ids, clock);
      await tx
        .updateTable("raffles")
        .set((eb) => ({ entriesErased: eb("entriesErased", "+", ids.length) }))
        .where("id", "=", raffleId)
        .execute();
    }
    return rows.length;
  });
}

async function forgetRest(tx: Transaction, { id, since }: Claimed, clock: Clock): Promise<void> {
  await tx.deleteFrom("entryImports").where("raffleId", "=", id).where("createdAt", "<=", since).execute();
  await tx.deleteFrom("offlineSlips").where("raffleId", "=", id).where("receivedAt", "<=", since).execute();
  await eraseImportChanges(tx, id, clock);
}

/** When a raffle's entries were last erased at the end of their retention period, and how many; null if none were. */
export async function readErasing(
  reader: Reader,
  scope: OrganiserScope,
): Promise<{ readonly at: Date; readonly entries: number } | null> {
  const row = await reader
    .selectFrom("raffles")
    .select(["entriesErasedAt as at", "entriesErased as entries"])
    .where("id", "=", scope.raffleId)
    .executeTakeFirst();
  return row?.at && row.entries > 0 ? { at: row.at, entries: row.entries } : null;
}
