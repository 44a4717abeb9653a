import { sql } from "kysely";
import { HOUR_MS } from "#src/base/clock.ts";
import type { Reader } from "#src/db/connect.ts";

/** How many entries a raffle has, and how many came in each of its last 24 hours, the oldest hour first. */
export type EntriesByHour = {
  readonly total: number;
  readonly hours: readonly { readonly from: Date; readonly entries: number }[];
};

const HOURS = 24;

/**
 * Reads how fast entries come, for everybody: so that a late flood is visible. It reads stored counts of the last day,
 * never the entries, and lags some moments behind them.
 *
 * @param raffle.dueDate the hours end with it
 */
export async function readEntriesByHour(
  reader: Reader,
  raffle: { readonly id: string; readonly dueDate: Date },
  now: Date,
): Promise<EntriesByHour> {
  const last = Math.floor(Math.min(now.getTime(), raffle.dueDate.getTime()) / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: HOURS }, (_, place) => new Date(last - (HOURS - 1 - place) * HOUR_MS));
  const counts = await reader
    .selectFrom("entryCounts")
    .select([sql<string>`left(key, 13)`.as("hour"), sql<number>`sum(entries)::int8`.as("entries")])
    .where("raffleId", "=", raffle.id)
    .where("kind", "=", "minute")
    .where("key", ">=", hourKey(starts[0] as Date))
    .where("key", "<", hourKey(new Date(last + HOUR_MS)))
    .groupBy("hour")
    .execute();
  const all = await reader
    .selectFrom("entryTickCounts")
    .select(sql<number>`coalesce(sum(entries), 0)::int8`.as("total"))
    .where("raffleId", "=", raffle.id)
    .executeTakeFirstOrThrow();
  const entries = new Map(counts.map((count) => [count.hour, count.entries]));
  return { total: all.total, hours: starts.map((from) => ({ from, entries: entries.get(hourKey(from)) ?? 0 })) };
}

/** The start of an hour's keys in `entry_counts`, such as 2026-11-21T08. */
function hourKey(hour: Date): string {
  return hour.toISOString().slice(0, 13);
}
