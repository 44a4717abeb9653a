import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { countEntries, type EntryTotals } from "./entry-counts.ts";
import { type TimeSteps, timeSteps } from "./time-steps.ts";

/** A raffle's entries in numbers. All but the totals are some moments behind the entries. */
export type EntryOverview = EntryTotals & {
  /** The raffle's sources, and those that entries still have from before. */
  readonly bySource: readonly { readonly source: string; readonly entries: number }[];
  /** How many entries have done each rule that the raffle has now, in the rules' order. */
  readonly byRule: readonly {
    readonly ruleId: string;
    readonly number: number;
    readonly details: string;
    readonly done: number;
  }[];
  /** How many entries wish for each prize that the raffle has now, in the prizes' order. */
  readonly byPrize: readonly { readonly prizeId: string; readonly name: string; readonly wished: number }[];
  /** Entries by when they were made, without gaps: up to now while the raffle is open, then up to the last one. */
  readonly overTime: Omit<TimeSteps, "starts"> & {
    readonly points: readonly { readonly from: string; readonly entries: number }[];
  };
};

/** More sources or prizes than any raffle has had, even after many changes. */
const MOST_COUNTS = 1000;

/**
 * Counts a raffle's entries in every way in which its organiser looks at them. Reads what was counted as entries came,
 * never the entries.
 *
 * @param timeZone whose days and hours are counted
 * @returns null where the raffle is gone
 */
export function readOverview(db: Database, scope: OrganiserScope, timeZone: string): Promise<EntryOverview | null> {
  return inSnapshot(db, (reader) => countAll(reader, scope, timeZone));
}

async function countAll(reader: Reader, scope: OrganiserScope, timeZone: string): Promise<EntryOverview | null> {
  const raffle = await findRaffle(reader, scope.raffleId);
  if (!raffle) return null;
  const totals = await countEntries(reader, scope);
  const [sources, prizes] = [await countByKind(reader, scope, "source"), await countByKind(reader, scope, "prize")];
  const rules = await countByRule(reader, scope);
  const named = [...new Set([...raffle.sources, ...sources.keys()])];
  return {
    ...totals,
    bySource: named.map((source) => ({ source, entries: sources.get(source) ?? 0 })),
    byRule: raffle.rules.map(({ id, number, details }) => ({ ruleId: id, number, details, done: rules.get(id) ?? 0 })),
    byPrize: raffle.prizes.map(({ id, name }) => ({ prizeId: id, name, wished: prizes.get(id) ?? 0 })),
    overTime: await countOverTime(reader, scope, raffle.open, timeZone),
  };
}

async function countByKind(reader: Reader, scope: OrganiserScope, kind: "source" | "prize") {
  const rows = await reader
    .selectFrom("entryCounts")
    .select(["key", "entries"])
    .where("raffleId", "=", scope.raffleId)
    .where("kind", "=", kind)
    .where("entries", "<>", 0)
    .orderBy("entries", "desc")
    .orderBy("key")
    .limit(MOST_COUNTS)
    .execute();
  return new Map(rows.map(({ key, entries }) => [key, entries]));
}

/** A combination of rules counts for each rule that it holds. */
async function countByRule(reader: Reader, scope: OrganiserScope): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; done: number }>`
    select rules.id, sum(entries)::int8 as done
    from entry_tick_counts cross join unnest(done_rules) as ticked join rules on rules.id = ticked
    where entry_tick_counts.raffle_id = ${scope.raffleId} and rules.raffle_id = ${scope.raffleId} and entries <> 0
    group by rules.id
  `.execute(reader);
  return new Map(rows.map(({ id, done }) => [id, done]));
}

async function countOverTime(
  reader: Reader,
  scope: OrganiserScope,
  open: boolean,
  timeZone: string,
): Promise<EntryOverview["overTime"]> {
  const { rows: spans } = await sql<{ first: string | null; last: string | null; now: Date }>`
    select min(key) as first, max(key) as last, now() as now
    from entry_counts where raffle_id = ${scope.raffleId} and kind = 'minute' and entries <> 0
  `.execute(reader);
  const [span] = spans;
  if (!span?.first || !span.last) return { step: "minute", every: 1, points: [] };
  const [first, last] = [fromKey(span.first), fromKey(span.last)];
  const { starts, ...size } = timeSteps(first, open && span.now > last ? span.now : last, timeZone);
  const keys = starts.map(toKey);
  const { rows } = await sql<{ entries: number }>`
    select (
      select coalesce(sum(entries), 0)::int8 from entry_counts
      where raffle_id = ${scope.raffleId} and kind = 'minute' and key >= since and key < until
    ) as entries
    from unnest(${keys}::text[], ${[...keys.slice(1), AFTER_ALL]}::text[]) with ordinality as steps (since, until, place)
    order by place
  `.execute(reader);
  const points = starts.map((start, index) => ({ from: start.toISOString(), entries: rows[index]?.entries ?? 0 }));
  return { ...size, points };
}

/** Sorts behind every key. */
const AFTER_ALL = "9";

/** Minutes are counted under texts of UTC that sort by time: 2026-11-21T08:30. */
function toKey(moment: Date): string {
  return moment.toISOString().slice(0, 16);
}

function fromKey(key: string): Date {
  return new Date(`${key}Z`);
}
