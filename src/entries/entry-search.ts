import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { ListPlace } from "./list-place.ts";

/** Counting further costs more than anybody gains from it: what is more is said as "1,000+". */
const MOST_COUNTED = 1000;

/**
 * How far the list is walked by name before the trigram index is asked. What fills a page within this walk is so
 * common (1 in 100) that fetching and sorting all of it would take longer; what does not, the index finds quickly. Left
 * to itself the planner takes the one for the other: its guess at how common a fragment is can be off by 100 times.
 */
const WALK = 5000;

export type EntrySearch = {
  readonly fragment: string;
  readonly withSource: boolean;
  readonly place: ListPlace | null;
  /** How many entries after the place are wanted, the first by name. */
  readonly limit: number;
};

export type FoundEntries = {
  /** At least the wanted entries, if there are so many, in no order. */
  readonly ids: readonly string[];
  readonly matches: { readonly matches: number; readonly moreMatches: boolean };
};

const NONE = { count: 0, ids: [] };

/** Finds a raffle's entries by a fragment of what identifies them, indexed or not yet. Call it in a snapshot. */
export async function findEntries(reader: Reader, scope: OrganiserScope, search: EntrySearch): Promise<FoundEntries> {
  const wanted = { ...search, raffleId: scope.raffleId, pattern: likePattern(search.fragment) };
  const sources = search.withSource && wanted.pattern ? await matchingSources(reader, wanted) : [];
  const unsettled = await countPending(reader, scope);
  const fresh = unsettled > 0 ? await findPending(reader, wanted) : NONE;
  const indexed = await findIndexed(reader, { ...wanted, sources, unsettled });
  const matches = indexed.count + fresh.count;
  return {
    ids: [...indexed.ids, ...fresh.ids],
    matches: { matches: Math.min(matches, MOST_COUNTED), moreMatches: matches > MOST_COUNTED },
  };
}

type Wanted = EntrySearch & { readonly raffleId: string; readonly pattern: RawBuilder<string> | null };
type WantedIndexed = Wanted & {
  readonly sources: readonly string[];
  /** How many entries of the index may no longer be as they stand there. */
  readonly unsettled: number;
};
type Found = { readonly count: number; readonly ids: readonly string[] };

async function findIndexed(reader: Reader, wanted: WantedIndexed): Promise<Found> {
  const walked = await walk(reader, wanted);
  if (wanted.pattern === null || (walked.ended && wanted.place === null)) return walked;
  const isPageFull = walked.ended || walked.ids.length === wanted.limit;
  if (!isPageFull) return askIndex(reader, wanted);
  return { ids: walked.ids, count: await countIndexed(reader, wanted) };
}

/** The first that match of the next entries by name, and whether these were the last ones. */
async function walk(reader: Reader, wanted: WantedIndexed): Promise<Found & { readonly ended: boolean }> {
  const { raffleId, place, limit, pattern } = wanted;
  const length = (pattern === null ? limit : WALK) + wanted.unsettled;
  // Nothing but the order stands beside the limit: whatever else did, the planner would rather sort all entries.
  const { rows } = await sql<Found & { walked: number }>`
    with ${pending(raffleId)}, next as materialized (
      select name_key, entry_id, words, source from entry_search
      where raffle_id = ${raffleId} and ${isAfter(sql`(name_key, entry_id)`, place)}
      order by name_key, entry_id
      limit ${length}
    ), found as materialized (select name_key, entry_id from next where ${matches(wanted)} and ${isSettled})
    select (select count(*)::int from next) as walked, (select count(*)::int from found) as count,
      array(select entry_id from found order by name_key, entry_id limit ${limit}) as ids
  `.execute(reader);
  const { walked, ...found } = rows[0] ?? { walked: 0, ...NONE };
  return { ...found, ended: walked < length };
}

/** All that match, by the index: they are few. */
async function askIndex(reader: Reader, wanted: WantedIndexed): Promise<Found> {
  const { raffleId, place, limit } = wanted;
  const { rows } = await sql<Found>`
    with ${pending(raffleId)}, found as materialized (
      select name_key, entry_id from entry_search where raffle_id = ${raffleId} and ${matches(wanted)} and ${isSettled}
    )
    select (select count(*)::int from found) as count,
      array(
        select entry_id from found where ${isAfter(sql`(name_key, entry_id)`, place)}
        order by name_key, entry_id limit ${limit}
      ) as ids
  `.execute(reader);
  return rows[0] ?? NONE;
}

/** How many match, counted no further than anybody is told. */
async function countIndexed(reader: Reader, wanted: WantedIndexed): Promise<number> {
  const { raffleId } = wanted;
  const { rows } = await sql<{ count: number }>`
    with ${pending(raffleId)}
    select count(*)::int as count
    from (
      select from entry_search
      where raffle_id = ${raffleId} and ${matches(wanted)} and ${isSettled}
      limit ${MOST_COUNTED + 1}
    ) as found
  `.execute(reader);
  return rows[0]?.count ?? 0;
}

/** The same of the entries that changed since they were indexed, or never were. */
async function findPending(reader: Reader, wanted: Wanted): Promise<Found> {
  const { raffleId, place, limit, pattern, withSource } = wanted;
  const source = withSource ? sql`or fold_for_search(source) like ${pattern}` : sql``;
  const isMatch = pattern === null ? sql`true` : sql`(entry_words(entries) like ${pattern} ${source})`;
  const { rows } = await sql<Found>`
    with ${pending(raffleId)}, found as materialized (
      select fold_for_search(last_name) as name_key, id
      from entries join pending using (id)
      where raffle_id = ${raffleId} and ${isMatch}
    )
    select (select count(*)::int from found) as count,
      array(select id from found where ${isAfter(sql`(name_key, id)`, place)} order by name_key, id limit ${limit}) as ids
  `.execute(reader);
  return rows[0] ?? NONE;
}

async function countPending(reader: Reader, scope: OrganiserScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(entry_ids)), 0)::int as count from entry_changes where raffle_id = ${scope.raffleId}
  `.execute(reader);
  return rows[0]?.count ?? 0;
}

/** The raffle's sources that hold the fragment: few, so that no entry's source need be looked into. */
async function matchingSources(reader: Reader, { raffleId, pattern }: Wanted): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from entry_counts
    where raffle_id = ${raffleId} and kind = 'source' and fold_for_search(key) like ${pattern}
  `.execute(reader);
  return rows.map((row) => row.key);
}

function matches({ pattern, sources }: Pick<WantedIndexed, "pattern" | "sources">): RawBuilder<SqlBool> {
  if (pattern === null) return sql`true`;
  return sources.length === 0 ? sql`words like ${pattern}` : sql`(words like ${pattern} or source = any (${sources}))`;
}

function isAfter(key: RawBuilder<unknown>, place: ListPlace | null): RawBuilder<SqlBool> {
  return place === null ? sql`true` : sql`${key} > (${place.nameKey}, ${place.id}::uuid)`;
}

/** The entries of which the index holds nothing, or no longer what is true: they are looked at themselves. */
function pending(raffleId: string): RawBuilder<unknown> {
  return sql`pending as materialized (
    select distinct unnest(entry_ids) as id from entry_changes where raffle_id = ${raffleId}
  )`;
}

const isSettled = sql<SqlBool>`not exists (select from pending where pending.id = entry_id)`;

/** @returns null where everything matches */
function likePattern(fragment: string): RawBuilder<string> | null {
  if (fragment === "") return null;
  // In LIKE these three mean something else than themselves.
  return sql`fold_for_search(${`%${fragment.replace(/[\\%_]/g, "\\$&")}%`}::text)`;
}
