import { sql } from "kysely";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { LINES_PER_PART } from "./lock/list-parts.ts";

const SECONDS_PER_DAY = 86_400;

/** Rows of one statement. A raffle has a million winners at most. */
const HOLDERS_PER_STATEMENT = 10_000;

/** A ticket that comes to hold a prize, by the draw or by a replacement. */
export type Holder = { readonly prizeCode: string; readonly ticket: number };

/**
 * Writes down who holds prizes from now on: a row of `claims` for each, in the transaction that makes them holders.
 *
 * @param since the time of the lock's round, or of the replacement; the plan's days for a claim count from it
 */
export async function addHolders(
  tx: Transaction,
  raffleId: string,
  holders: readonly Holder[],
  { since, claimDays }: { readonly since: Date; readonly claimDays: number },
): Promise<void> {
  for (let at = 0; at < holders.length; at += HOLDERS_PER_STATEMENT) {
    const batch = holders.slice(at, at + HOLDERS_PER_STATEMENT);
    await sql`
      insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
      select raffle_id, holder.id, holder.prize_code, holder.ticket,
        entry_ids[1 + (holder.ticket - 1) % ${sql.lit(LINES_PER_PART)}],
        ${since}, ${since}::timestamptz + make_interval(secs => ${claimDays * SECONDS_PER_DAY})
      from unnest(
        ${batch.map(() => newId())}::uuid[], ${batch.map(({ prizeCode }) => prizeCode)}::text[], ${batch.map(({ ticket }) => ticket)}::int[]
      ) as holder (id, prize_code, ticket)
      join draw_list_parts as parts
        on raffle_id = ${raffleId} and part = (holder.ticket - 1) / ${sql.lit(LINES_PER_PART)}
    `.execute(tx);
  }
}
