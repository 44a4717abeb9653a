import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { PERSON_FIELD_NAMES, PERSON_FIELDS, SEARCH_FUNCTION } from "../fields.ts";
import type { ListPlace } from "./cursor.ts";
import { type EntryFilter, type EntryOrder, findsEvery, passesInSql } from "./filter.ts";
import { type SearchWords, searchWords } from "./search-words.ts";

/** The most matches that are counted. A higher count costs more than it is worth: the page shows "1,000+". */
const MAX_COUNTED = 1000;

/**
 * How many entries are scanned by name before the trigram index is used. A fragment that fills a page in this scan is
 * common (1 in 100): fetching and sorting all its matches would take longer. The index finds a rarer one quickly. The
 * planner alone often chooses wrong: its estimate of how common a fragment is can be off by a factor of 100.
 */
const WALK = 5000;

/** Which of a raffle's entries are wanted. */
export type WantedEntries = {
  /** Words of a name, e-mail, phone, address or entry code; empty finds all. */
  readonly fragment: string;
  /** Whether the fragment may also match the source. */
  readonly withSource: boolean;
  readonly filter: EntryFilter;
};

export type EntrySearch = WantedEntries & {
  readonly order: EntryOrder;
  readonly place: ListPlace | null;
  /** Whether to find the last entries in the order before the place; without a place, the last entries of the list. */
  readonly backwards: boolean;
  /** How many entries to find, the nearest to the place. */
  readonly limit: number;
};

export type FoundEntries = {
  /** At least the wanted entries, if there are that many, in no particular order. */
  readonly ids: readonly string[];
  readonly matches: { readonly matches: number; readonly moreMatches: boolean };
};

/** Who may search a raffle's entries. */
type Searcher = OrganiserScope | StaffScope<"look-up-entries">;

/** What an entry can be found by, in SQL: of a row of the table `entries`. */
export const ENTRY_WORDS = sql<string>`${sql.ref(SEARCH_FUNCTION)}(${sql.join(
  [
    ...PERSON_FIELD_NAMES.filter((name) => PERSON_FIELDS[name].searched).map((name) => PERSON_FIELDS[name].column),
    ...["phone_key", "entry_code"],
  ].map((column) => sql`${sql.ref(column)}`),
)})`;

const NONE = { count: 0, ids: [] };

/**
 * Finds a raffle's entries by a text fragment and a filter, whether they are indexed yet or not. Call it in a snapshot.
 */
export async function findEntries(reader: Reader, scope: Searcher, search: EntrySearch): Promise<FoundEntries> {
  const words = search.fragment === "" ? null : searchWords(search.fragment);
  const wanted = { ...search, raffleId: scope.raffleId, words };
  const sources = search.withSource && words ? await matchingSources(reader, scope.raffleId, words) : [];
  const unsettled = await countPending(reader, scope);
  const fresh = unsettled > 0 ? await findPending(reader, wanted) : NONE;
  const indexed = await findIndexed(reader, { ...wanted, sources, unsettled });
  const matches = indexed.count + fresh.count;
  return {
    ids: [...indexed.ids, ...fresh.ids],
    matches: { matches: Math.min(matches, MAX_COUNTED), moreMatches: matches > MAX_COUNTED },
  };
}

type Wanted = EntrySearch & {
  readonly raffleId: string;
  /** Null if no text was searched for. */
  readonly words: SearchWords | null;
};
type WantedIndexed = Wanted & {
  readonly sources: readonly string[];
  /** How many entries of the index may be stale. */
  readonly unsettled: number;
};
type Found = { readonly count: number; readonly ids: readonly string[] };

async function findIndexed(reader: Reader, wanted: WantedIndexed): Promise<Found> {
  const walked = await walk(reader, wanted);
  if (isForAll(wanted) || (walked.ended && wanted.place === null)) return walked;
  const isPageFull = walked.ended || walked.ids.length === wanted.limit;
  if (!isPageFull) return askIndex(reader, wanted);
  return { ids: walked.ids, count: await countIndexed(reader, wanted) };
}

/** Scans the next entries of the order for the first matches, and says whether the scan reached the end of the list. */
async function walk(reader: Reader, wanted: WantedIndexed): Promise<Found & { readonly ended: boolean }> {
  const { raffleId, limit } = wanted;
  const length = (isForAll(wanted) ? limit : WALK) + wanted.unsettled;
  // The limited query has only an order and the place. With more conditions the planner would sort all entries.
  const { rows } = await sql<Found & { walked: number }>`
    with ${pending(raffleId)}, next as materialized (
      select name_key, entry_id, words, source, done_rules, wished_prizes, made_in_minute from entry_search
      where raffle_id = ${raffleId} and ${isBeyond("entry_id", wanted)}
      order by ${inOrder("entry_id", wanted)}
      limit ${length}
    ), found as materialized (select name_key, entry_id from next where ${matches(wanted)} and ${isSettled})
    select (select count(*)::int from next) as walked, (select count(*)::int from found) as count,
      array(select entry_id from found order by ${inOrder("entry_id", wanted)} limit ${limit}) as ids
  `.execute(reader);
  const { walked, ...found } = rows[0] ?? { walked: 0, ...NONE };
  return { ...found, ended: walked < length };
}

/** All matches by the index; they are few. */
async function askIndex(reader: Reader, wanted: WantedIndexed): Promise<Found> {
  const { raffleId, limit } = wanted;
  const { rows } = await sql<Found>`
    with ${pending(raffleId)}, found as materialized (
      select name_key, entry_id from entry_search where raffle_id = ${raffleId} and ${matches(wanted)} and ${isSettled}
    )
    select (select count(*)::int from found) as count,
      array(
        select entry_id from found where ${isBeyond("entry_id", wanted)}
        order by ${inOrder("entry_id", wanted)} limit ${limit}
      ) as ids
  `.execute(reader);
  return rows[0] ?? NONE;
}

/** The number of matches, counted to one above `MAX_COUNTED` at most. */
async function countIndexed(reader: Reader, wanted: WantedIndexed): Promise<number> {
  const { raffleId } = wanted;
  const { rows } = await sql<{ count: number }>`
    with ${pending(raffleId)}
    select count(*)::int as count
    from (
      select from entry_search
      where raffle_id = ${raffleId} and ${matches(wanted)} and ${isSettled}
      limit ${MAX_COUNTED + 1}
    ) as found
  `.execute(reader);
  return rows[0]?.count ?? 0;
}

/** The matches among entries that are not indexed yet, or have changed since. */
async function findPending(reader: Reader, wanted: Wanted): Promise<Found> {
  const { raffleId, limit } = wanted;
  const { rows } = await sql<Found>`
    with ${pending(raffleId)}, found as materialized (
      select fold_for_search(last_name) as name_key, id
      from entries join pending using (id)
      where raffle_id = ${raffleId} and ${isWantedInSql(raffleId, wanted)}
    )
    select (select count(*)::int from found) as count,
      array(
        select id from found where ${isBeyond("id", wanted)}
        order by ${inOrder("id", wanted)} limit ${limit}
      ) as ids
  `.execute(reader);
  return rows[0] ?? NONE;
}

async function countPending(reader: Reader, scope: Searcher): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(entry_ids)), 0)::int as count from entry_changes where raffle_id = ${scope.raffleId}
  `.execute(reader);
  return rows[0]?.count ?? 0;
}

/** The raffle's sources that contain the words. There are few, so no entry's source need be searched. */
async function matchingSources(reader: Reader, raffleId: string, words: SearchWords): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from entry_counts
    where raffle_id = ${raffleId} and kind = 'source' and ${holds(sql`fold_for_search(key)`, words)}
  `.execute(reader);
  return rows.map((row) => row.key);
}

/** Whether every entry matches. */
function isForAll({ words, filter }: Wanted): boolean {
  return words === null && findsEvery(filter);
}

function matches({ raffleId, words, sources, filter }: WantedIndexed): RawBuilder<SqlBool> {
  const passes = passesInSql(raffleId, filter, "entry_search");
  if (words === null) return passes;
  const found = holds(sql`words`, words);
  return sources.length === 0
    ? sql`(${found} and ${passes})`
    : sql`((${found} or source = any (${sources})) and ${passes})`;
}

/** SQL for whether a row of the entries themselves is wanted. It asks no index, and so reads each row. */
export function isWantedInSql(raffleId: string, { fragment, withSource, filter }: WantedEntries): RawBuilder<SqlBool> {
  const passes = passesInSql(raffleId, filter, "entries");
  if (fragment === "") return passes;
  const words = searchWords(fragment);
  const source = withSource ? sql`or ${holds(sql`fold_for_search(source)`, words)}` : sql``;
  return sql`(${passes} and (${holds(ENTRY_WORDS, words)} ${source}))`;
}

type IdColumn = "id" | "entry_id";

/** Whether a row comes after the place in reading direction. */
function isBeyond(id: IdColumn, { place, order, backwards }: EntrySearch): RawBuilder<SqlBool> {
  if (place === null) return sql`true`;
  const after = isDescending(order, backwards) ? sql`<` : sql`>`;
  if (order === "name") return sql`(name_key, ${sql.ref(id)}) ${after} (${place.nameKey}, ${place.id}::uuid)`;
  return sql`${sql.ref(id)} ${after} ${place.id}::uuid`;
}

/** The order of the reading direction. Identifiers grow with time, so that the primary key is the order of entry. */
export function inOrder(id: IdColumn, { order, backwards }: Pick<EntrySearch, "order" | "backwards">) {
  const way = isDescending(order, backwards) ? sql`desc` : sql`asc`;
  return order === "name" ? sql`name_key ${way}, ${sql.ref(id)} ${way}` : sql`${sql.ref(id)} ${way}`;
}

function isDescending(order: EntryOrder, backwards: boolean): boolean {
  return (order === "newest") !== backwards;
}

/** The entries that the index lacks or has in a stale version: they are searched in their own table. */
function pending(raffleId: string): RawBuilder<unknown> {
  return sql`pending as materialized (
    select distinct unnest(entry_ids) as id from entry_changes where raffle_id = ${raffleId}
  )`;
}

const isSettled = sql<SqlBool>`not exists (select from pending where pending.id = entry_id)`;

/** Whether a folded text contains all the words, or the digits. */
function holds(text: RawBuilder<unknown>, { words, digits }: SearchWords): RawBuilder<SqlBool> {
  const all = sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} like ${likePattern(word)}`),
    sql` and `,
  )})`;
  return digits === null ? all : sql`(${all} or ${text} like ${likePattern(digits)})`;
}

function likePattern(word: string): RawBuilder<string> {
  // These three characters are special in LIKE.
  return sql`fold_for_search(${`%${word.replace(/[\\%_]/g, "\\$&")}%`}::text)`;
}
