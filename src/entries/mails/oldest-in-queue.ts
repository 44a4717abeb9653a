import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/** Queue tables: each statement that stores entries adds a row, for a background worker. Both have the same columns. */
type Notes = "entry_changes" | "receipt_requests";

/** The raffle whose row waits longest in a queue; null for an empty queue. Rows are taken of one raffle at a time. */
export async function nextInQueue(reader: Reader, from: Notes): Promise<string | null> {
  const { rows } = await sql<{ raffleId: string }>`
    select raffle_id as "raffleId" from ${sql.table(from)} order by made_at limit 1
  `.execute(reader);
  return rows[0]?.raffleId ?? null;
}

/**
 * SQL that selects the ids of a raffle's oldest queue rows: it stops at the row that reaches the limit of entries.
 *
 * @param most.notes the maximum of rows read; a row holds the entries of one statement, at quiet times one entry
 * @param most.entries the number of entries after which no further row is taken
 * @param each.locked whether to lock the rows and skip locked ones, so that several processes take different rows
 */
export function oldestInQueue(
  from: Notes,
  raffleId: string,
  most: { readonly notes: number; readonly entries: number },
  each: { readonly locked: boolean },
): RawBuilder<unknown> {
  return sql`
    select id
    from (
      select id, sum(cardinality(entry_ids)) over (order by made_at, id) - cardinality(entry_ids) as sooner
      from (
        select id, entry_ids, made_at from ${sql.table(from)} where raffle_id = ${raffleId}
        order by made_at, id limit ${most.notes}
        ${each.locked ? sql`for update skip locked` : sql``}
      ) as next
    ) as counted
    where sooner < ${most.entries}
  `;
}
