import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { dropsInSql, saidDropsInSql } from "../drops.ts";
import { countEntries, type EntryTotals } from "../lists/entry-counts.ts";
import { type DropSpan, dropSpans } from "./drop-spans.ts";
import { type TimeSteps, timeSteps } from "./time-steps.ts";

/** Statistics of a raffle's entries. All but the totals lag some moments behind the entries. */
export type EntryOverview = EntryTotals & {
  /** By the raffle's sources, and by former sources that entries still have. */
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
  /**
   * Entries by their number of drops, fewest first. If there are many different numbers, they are grouped in spans of
   * equal width without gaps.
   */
  readonly byDrops: readonly DropSpan[];
  /** Entries by time of creation, without gaps: up to now while the raffle is open, then up to the last entry. */
  readonly overTime: Omit<TimeSteps, "starts"> & {
    readonly points: readonly { readonly from: string; readonly entries: number }[];
  };
};

/** Limits the rows read per kind: more sources or prizes than any raffle has had, even after many changes. */
const MAX_COUNTS = 1000;

/**
 * Reads the statistics of a raffle's entries for its organiser. It reads stored counts, never the entries.
 *
 * @param timeZone the time zone of the days and hours
 * @returns null if the raffle is gone
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
    byDrops: dropSpans(
      await countByDrops(
        reader,
        scope,
        raffle.rules.some(({ proof }) => proof !== "said"),
      ),
    ),
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
    .limit(MAX_COUNTS)
    .execute();
  return new Map(rows.map(({ key, entries }) => [key, entries]));
}

/** The counts are stored per combination of rules; each combination counts for every rule in it. */
async function countByRule(reader: Reader, scope: OrganiserScope): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; done: number }>`
    select rules.id, sum(entries)::int8 as done
    from entry_tick_counts cross join unnest(done_rules) as ticked join rules on rules.id = ticked
    where entry_tick_counts.raffle_id = ${scope.raffleId} and rules.raffle_id = ${scope.raffleId} and entries <> 0
    group by rules.id
  `.execute(reader);
  return new Map(rows.map(({ id, done }) => [id, done]));
}

/** The number of entries for each number of drops, fewest drops first. */
async function countByDrops(reader: Reader, { raffleId }: OrganiserScope, areEarned: boolean) {
  const said = sql`
    select entries, ${saidDropsInSql(raffleId, sql.ref("done_rules"))} as drops
    from entry_tick_counts where raffle_id = ${raffleId} and entries <> 0
  `;
  // Stored counts know ticks alone. Only entries that the ledger gave something are read, and counted anew.
  const counted = areEarned
    ? sql`
      ${said} union all
      select -1, ${saidDropsInSql(raffleId, sql.ref("entry_search.done_rules"))}
      from entry_search join entries on entries.raffle_id = entry_search.raffle_id and entries.id = entry_id
      where entry_search.raffle_id = ${raffleId} and earned <> '{}'
      union all
      select 1, ${dropsInSql(raffleId, { doneRules: sql.ref("entry_search.done_rules"), earned: sql.ref("entries.earned") })}
      from entry_search join entries on entries.raffle_id = entry_search.raffle_id and entries.id = entry_id
      where entry_search.raffle_id = ${raffleId} and earned <> '{}'
    `
    : said;
  const { rows } = await sql<{ drops: number; entries: number }>`
    select drops, sum(entries)::int8 as entries
    from (${counted}) as counted
    group by drops having sum(entries) > 0 order by drops
  `.execute(reader);
  return rows;
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

/** Sorts after every key. */
const AFTER_ALL = "9";

/** The key of a minute's count: its UTC time as text, which sorts by time, such as 2026-11-21T08:30. */
function toKey(moment: Date): string {
  return moment.toISOString().slice(0, 16);
}

function fromKey(key: string): Date {
  return new Date(`${key}Z`);
}
