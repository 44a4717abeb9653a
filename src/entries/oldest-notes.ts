import { type RawBuilder, sql } from "kysely";

/** Where statements that store entries leave a note each, of the same form, for whoever works behind them. */
type Notes = "entry_changes" | "receipt_requests";

/**
 * The keys of the oldest notes, to be used in a statement: as many as hold so many entries, and one that goes beyond.
 *
 * @param most.notes how many are looked at: each holds the entries of a statement, and in a quiet hour one
 * @param most.entries after how many of their entries no further note is taken
 * @param each.locked whether it is for several processes that each take others
 */
export function oldestNotes(
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
