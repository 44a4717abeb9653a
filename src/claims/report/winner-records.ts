import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { forEachShard, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";

/** Records that one transaction empties, as many as entries are erased in one. */
const RECORDS_PER_BATCH = 2000;

/**
 * Empties what is kept of winners for the report once its years are over: name, address, contact, and whom notices
 * reached. That a prize was handed over, and when, stays. So it does with notices that came after their entry was
 * erased.
 *
 * Each batch is a transaction, so the next run continues an interrupted one.
 *
 * @param years whole years after the hand-over (`WINNER_RECORD_YEARS`)
 * @returns how many records were emptied
 */
export async function emptyWinnerRecords(
  { db, clock, stopping }: { readonly db: Database; readonly clock: Clock; readonly stopping?: AbortSignal },
  years: number,
  recordsPerBatch = RECORDS_PER_BATCH,
): Promise<number> {
  const over = sql<SqlBool>`handed_over_at < ${clock()}::timestamptz - make_interval(years => ${years})`;
  let emptied = 0;
  while (!stopping?.aborted) {
    const batch = await inTransaction(db, (tx) => emptyRecords(tx, over, recordsPerBatch));
    emptied += batch;
    if (batch < recordsPerBatch) break;
  }
  await inTransaction(db, (tx) => emptyLateNotices(tx, over));
  return emptied;
}

const HAS_RECORD = sql<SqlBool>`num_nonnulls(winner_name, winner_address, winner_contact, tax) > 0`;

async function emptyRecords(tx: Transaction, over: RawBuilder<SqlBool>, limit: number): Promise<number> {
  const { rows } = await sql<RowPlace>`
    select raffle_id as "raffleId", id from claims where ${over} and ${HAS_RECORD}
    order by raffle_id, id limit ${limit} ${skippingLocked(tx) ?? sql``}
  `.execute(tx);
  await emptyNotices(tx, rows);
  const emptied = await forEachShard(
    tx,
    rows,
    (isOneOf) => sql`
      update claims set winner_name = null, winner_address = null, winner_contact = null, tax = null
      where ${isOneOf()} and ${HAS_RECORD}
      returning id
    `,
  );
  return emptied.length;
}

/**
 * Empties notices of those who are erased and have no record. An erasure does so itself, but more can come later: a
 * mail that was under way, a call that is noted, a hand-over that is taken back.
 */
async function emptyLateNotices(tx: Transaction, over: RawBuilder<SqlBool>): Promise<void> {
  const { rows } = await sql<RowPlace>`
    select distinct claims.raffle_id as "raffleId", claims.id
    from claim_notices join claims on claims.raffle_id = claim_notices.raffle_id and claims.id = claim_id
    left join entries on entries.raffle_id = claims.raffle_id and entries.id = claims.entry_id
    where (reached <> '' or answer <> '') and (handed_over_at is null or ${over}) and entries.id is null
  `.execute(tx);
  await emptyNotices(tx, rows);
}

async function emptyNotices(tx: Transaction, claims: readonly RowPlace[]): Promise<void> {
  await forEachShard(
    tx,
    claims,
    (isOneOf) => sql`update claim_notices set reached = '', answer = '' where ${isOneOf("claim_id")}`,
  );
}
