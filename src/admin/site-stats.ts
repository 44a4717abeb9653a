import { sql } from "kysely";
import type { AdminScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** The site's figures. Entries are counted asynchronously behind the fast path, so a moment old. */
export type SiteStats = {
  readonly raffles: number;
  readonly published: number;
  readonly users: number;
  readonly entries: number;
  /** Entries of the last 24 hours, to the minute. */
  readonly entriesOfDay: number;
  /** Entries per hour: the last 24 full hours and the present one, the oldest first. */
  readonly hours: readonly { readonly from: Date; readonly entries: number }[];
};

/** Counts for the admin's first page. Call it in one snapshot transaction, so the figures agree. */
export async function readSiteStats(reader: Reader, _scope: AdminScope): Promise<SiteStats> {
  const { rows } = await sql<Omit<SiteStats, "hours">>`
    select count(*)::int8 as raffles, (count(*) filter (where status = 'Published'))::int8 as published,
      (select count(*)::int8 from users) as users,
      (select coalesce(sum(entries), 0)::int8 from entry_tick_counts) as entries,
      (select coalesce(sum(entries), 0)::int8 from entry_counts where kind = 'minute'
        and key >= to_char((now() - interval '24 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')) as "entriesOfDay"
    from raffles
  `.execute(reader);
  const { rows: hours } = await sql<{ from: Date; entries: number }>`
    with counted as materialized (
      select left(key, 13) as hour_key, sum(entries) as entries from entry_counts
      where kind = 'minute' and key >= to_char((now() - interval '25 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
      group by left(key, 13)
    )
    select hour as "from", coalesce(counted.entries, 0)::int8 as entries
    from generate_series(date_trunc('hour', now(), 'UTC') - interval '24 hours', now(), interval '1 hour') as hour
    left join counted on hour_key = to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
    order by hour
  `.execute(reader);
  const [totals = { raffles: 0, published: 0, users: 0, entries: 0, entriesOfDay: 0 }] = rows;
  return { ...totals, hours };
}
