import { type SqlBool, sql } from "kysely";
import { eraseEntryChanges, eraseImportChanges, recordChange } from "#src/access/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";

/** Entries that one transaction erases: some tenths of a second, after which an organiser's change gets its turn. */
const ENTRIES_A_PIECE = 2000;

/** An organiser who moves the dates so far back that the promised day is over has so long to notice that it was a mistake. */
const GRACE = sql`interval '7 days'`;

type Given = {
  readonly db: Database;
  readonly clock: Clock;
  /** Aborted where the process has to end: the piece under way is the last one. */
  readonly stopping?: AbortSignal;
};

/** What one run erased; raffles are those that it brought to their end. */
export type ErasedEntries = { readonly raffles: number; readonly entries: number };

// Whole days of 24 hours, as `keptUntil` counts them: an interval of days would depend on the session's time zone.
const endOfPromise = sql`draw_date + retention_days * interval '24 hours'`;

/**
 * Erases the entries of every raffle whose time after its draw is over, and all else that the site keeps of their
 * people: kept files, and what the audit log says of them. The raffle stays, and knows when and how many went; the
 * copies for lists follow by the entries' own notes. A raffle whose dates are moved on later is erased again after them.
 *
 * Each piece is a transaction: what is interrupted goes on with the next run. Of two processes each takes the raffles
 * that the other is not at.
 *
 * @param entriesAPiece for tests: how many entries one transaction erases
 */
export async function eraseExpiredEntries(given: Given, entriesAPiece = ENTRIES_A_PIECE): Promise<ErasedEntries> {
  let [raffles, entries] = [0, 0];
  while (!given.stopping?.aborted) {
    const piece = await eraseNextPiece(given, entriesAPiece);
    if (!piece) break;
    raffles += Number(piece.ended);
    entries += piece.entries;
  }
  return { raffles, entries };
}

/**
 * Erases one piece of the next raffle whose time is over.
 *
 * @returns how many entries it was and whether it was the raffle's last piece; null where nothing is left to do, or
 *   others are at it
 */
export function eraseNextPiece(
  { db, clock }: Given,
  entriesAPiece: number,
): Promise<{ readonly entries: number; readonly ended: boolean } | null> {
  return inTransaction(db, async (tx) => {
    const raffle = await claimRaffle(tx);
    if (!raffle) return null;
    const ids = await deletePiece(tx, raffle, entriesAPiece);
    await eraseEntryChanges(tx, raffle.id, ids, clock);
    const erased = raffle.erasedBefore + ids.length;
    const ended = ids.length < entriesAPiece;
    if (ended) await forgetRest(tx, raffle, clock);
    await tx
      .updateTable("raffles")
      .set({ entriesErased: erased, entriesErasingSince: ended ? null : raffle.since })
      .$if(ended, (query) => query.set({ entriesErasedAt: sql<Date>`now()` }))
      .where("id", "=", raffle.id)
      .execute();
    if (ended && erased > 0) {
      const change = { action: "erase-expired", subject: raffle.codeId, before: null, after: { entries: erased } };
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

/** Locks a raffle whose time is over, or whose erasing has begun: its organiser's change of dates waits, or came before. */
async function claimRaffle(tx: Transaction): Promise<Claimed | undefined> {
  return (
    tx
      .selectFrom("raffles")
      .select(["id", "codeId"])
      .select(sql<Date>`coalesce(entries_erasing_since, now())`.as("since"))
      // What an earlier round erased is in the log.
      .select(sql<number>`case when entries_erasing_since is null then 0 else entries_erased end`.as("erasedBefore"))
      .where(
        sql<SqlBool>`(
        entries_erasing_since is not null
        or ${endOfPromise} < now() and updated_at < greatest(${endOfPromise}, now() - ${GRACE}) and (entries_erased_at is null or entries_erased_at < ${endOfPromise})
      )`,
      )
      .orderBy("id")
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

/**
 * The next entries in the order of their key. Materialized, or else the limit would be one of each look and not of all.
 * Those who join a raffle that was opened again while it is being erased are no part of it.
 */
async function deletePiece(tx: Transaction, { id, since }: Claimed, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with piece as materialized (
      select id from entries where raffle_id = ${id} and created_at <= ${since} order by id limit ${limit} for update
    )
    delete from entries using piece where raffle_id = ${id} and entries.id = piece.id
    returning entries.id
  `.execute(tx);
  return rows.map((row) => row.id);
}

async function forgetRest(tx: Transaction, { id, since }: Claimed, clock: Clock): Promise<void> {
  await tx.deleteFrom("entryImports").where("raffleId", "=", id).where("createdAt", "<=", since).execute();
  await eraseImportChanges(tx, id, clock);
}

/** When a raffle's entries were last erased because their time was over, and how many; null where none were. */
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
