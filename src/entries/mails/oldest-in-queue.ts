import { type RawBuilder, sql } from "kysely";

/** Queue tables: each statement that stores entries adds a row, for a background worker. Both have the same columns. */
type Notes = "entry_changes" | "receipt_requests";

/**
 * SQL that selects the keys of the oldest queue rows: it stops at the row that reaches the limit of entries.
 *
 * @param most.notes the maximum of rows read; a row holds the entries of one statement, at quiet times one entry
 * @param most.entries the number of entries after which no further row is taken
 * @param each.locked whether to lock the rows and skip locked ones, so that several processes take different rows
 */
export function oldestInQueue(
  from: Notes,
  most: { readonly notes: number; readonly entries: number },
  each: { readonly locked: boolean },
): RawBuilder<unknown> {
  return sql`
    select raffle_id, id
    from (
      select raffle_id, id, sum(cardinality(entry_ids)) over (order by made_at, id) - cardinality(entry_ids) as sooner
      from (
        select * from ${sql.table(from)} order by made_at, id limit ${most.notes}
        ${each.locked ? sql`for update skip locked` : sql``}
      ) as next
    ) as counted
    where sooner < ${most.entries}
  `;
}
