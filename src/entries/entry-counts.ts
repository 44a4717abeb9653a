import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

export type EntryTotals = {
  readonly total: number;
  /** Entries that have done every rule that the raffle has now. */
  readonly valid: number;
};

/**
 * How many entries a raffle has, to the last one: what is counted, less what was counted of entries that changed since,
 * plus these as they are now. Call it in a snapshot.
 */
export async function countEntries(reader: Reader, scope: OrganiserScope): Promise<EntryTotals> {
  const { rows } = await sql<EntryTotals>`
    with needed as materialized (
      select array(select id from rules where raffle_id = ${scope.raffleId}) as rules
    ), pending as materialized (
      select distinct unnest(entry_ids) as id from entry_changes where raffle_id = ${scope.raffleId}
    ), parts as (
      select entries, done_rules from entry_tick_counts where raffle_id = ${scope.raffleId}
      union all
      select -1, done_rules from entry_search join pending on pending.id = entry_id where raffle_id = ${scope.raffleId}
      union all
      select 1, done_rules from entries join pending using (id) where raffle_id = ${scope.raffleId}
    )
    select coalesce(sum(entries), 0)::int8 as total,
      coalesce(sum(entries) filter (where done_rules @> needed.rules), 0)::int8 as valid
    from parts, needed
  `.execute(reader);
  return rows[0] ?? { total: 0, valid: 0 };
}
