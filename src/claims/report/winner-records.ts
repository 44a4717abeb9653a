import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";

/** Records that one transaction empties, as many as entries are erased in one. */
const RECORDS_PER_BATCH = 2000;

/**
 * Empties what is kept of winners for the report once its years are over: name, address, contact, and whom notices
 * reached. That a prize was handed over, and when, stays. So it does with notices that came after their entry was erased.
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
  const over = sql`handed_over_at < ${clock()}::timestamptz - make_interval(years => ${years})`;
  let emptied = 0;
  while (!stopping?.aborted) {
    const { rows } = await inTransaction(db, (tx) =>
      sql`
        with over as materialized (
          select raffle_id, id from claims
          where ${over}
            and num_nonnulls(winner_name, winner_address, winner_contact, tax) > 0
          order by raffle_id, id limit ${recordsPerBatch} for update skip locked
        ), told as (
          update claim_notices set reached = '', answer = '' from over
          where claim_notices.raffle_id = over.raffle_id and claim_id = over.id
        )
        update claims set winner_name = null, winner_address = null, winner_contact = null, tax = null from over
        where claims.raffle_id = over.raffle_id and claims.id = over.id
        returning claims.id
      `.execute(tx),
    );
    emptied += rows.length;
    if (rows.length < recordsPerBatch) break;
  }
  await inTransaction(db, (tx) => emptyLateNotices(tx, over));
  return emptied;
}

/**
 * Empties notices of those who are erased and have no record. An erasure does so itself, but more can come later: a mail
 * that was under way, a call that is noted, a hand-over that is taken back.
 */
async function emptyLateNotices(tx: Transaction, over: RawBuilder<unknown>): Promise<void> {
  await sql`
    update claim_notices set reached = '', answer = '' from claims
    where claims.raffle_id = claim_notices.raffle_id and claims.id = claim_id and (reached <> '' or answer <> '')
      and (handed_over_at is null or ${over})
      and not exists (select from entries where entries.raffle_id = claims.raffle_id and entries.id = claims.entry_id)
  `.execute(tx);
}
