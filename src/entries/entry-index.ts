import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { oldestNotes } from "./oldest-notes.ts";

/** Held by whoever feeds the index. Any number that no other user of the same database is likely to lock. */
export const INDEX_LOCK = 7_264_201_002;

/** A piece of work takes some hundred milliseconds, during which others wait for the processor. */
const PIECE = { notes: 500, entries: 1000 };

/** While changes are as young as this, entries are pouring in. */
const POURING_SECONDS = 2;

/** Told with a raffle's id when its counts have changed. */
export const COUNTS_CHANNEL = "entry_counts";

export type IndexedPiece = {
  /** How many notes of changes were worked off; 0 when there were none, or another process is at it. */
  readonly changes: number;
  /** Whether more are pouring in: these may be old by now. */
  readonly pouring: boolean;
};

const NOTHING: IndexedPiece = { changes: 0, pouring: false };

/**
 * Brings the next changed entries into the search index and the counts. What the index held of an entry is taken from
 * the counts and what holds now is added, so that working off a change twice counts it once.
 */
export async function indexNextEntries(db: Database): Promise<IndexedPiece> {
  const waiting = await sql<{ some: boolean }>`select exists (select from entry_changes) as some`.execute(db);
  if (!waiting.rows[0]?.some) return NOTHING;
  return inTransaction(db, async (tx) => {
    // Two at once would both subtract what was counted before.
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as mine`.execute(tx);
    return lock.rows[0]?.mine ? indexPiece(tx) : NOTHING;
  });
}

/** Sorts what was indexed into the index for good, for which PostgreSQL otherwise waits until it is much. */
export async function tidyEntryIndex(db: Database): Promise<void> {
  await sql`select gin_clean_pending_list('entry_search_words')`.execute(db);
}

type Note = { readonly raffleId: string; readonly entryIds: readonly string[]; readonly pouring: boolean };

async function indexPiece(tx: Transaction): Promise<IndexedPiece> {
  const notes = await takeNotes(tx);
  if (notes.length === 0) return NOTHING;
  await indexEntries(tx, new Map(notes.flatMap(({ raffleId, entryIds }) => entryIds.map((id) => [id, raffleId]))));
  return { changes: notes.length, pouring: notes.some((note) => note.pouring) };
}

/** Takes the oldest notes away. A change that is noted after this moment is worked off with its own note, once more. */
async function takeNotes(tx: Transaction): Promise<Note[]> {
  const { rows } = await sql<Note>`
    delete from entry_changes
    where (raffle_id, id) in (${oldestNotes("entry_changes", PIECE, { locked: false })})
    returning raffle_id as "raffleId", entry_ids as "entryIds",
      exists (select from entry_changes where made_at > clock_timestamp() - make_interval(secs => ${POURING_SECONDS})) as pouring
  `.execute(tx);
  return rows;
}

/**
 * One statement, so that it sees the entries, and what the index held of them, as of one moment. It is given the ids
 * and does not take them from the notes itself: the planner would guess at so many that it reads every entry there is.
 *
 * @param raffleOf the raffle of each entry
 */
async function indexEntries(tx: Transaction, raffleOf: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    with changed as (
      select * from unnest(${[...raffleOf.values()]}::uuid[], ${[...raffleOf.keys()]}::uuid[]) as c (raffle_id, entry_id)
    ), before as materialized (
      select entry_search.* from entry_search join changed using (raffle_id, entry_id)
    ), after as materialized (
      select entries.raffle_id, entries.id as entry_id, fold_for_search(last_name) as name_key,
        entry_words(entries) as words, source,
        array(select distinct unnest(done_rules) order by 1) as done_rules,
        array(
          select distinct (wish ->> 'prizeId')::uuid from jsonb_array_elements(wishes) as wish
          where wish ->> 'status' = 'Selected'
        ) as wished_prizes,
        date_trunc('minute', created_at) as made_in_minute
      from entries join changed on changed.raffle_id = entries.raffle_id and changed.entry_id = entries.id
    ), removed as (
      delete from entry_search using before
      where entry_search.raffle_id = before.raffle_id and entry_search.entry_id = before.entry_id
        and (before.raffle_id, before.entry_id) not in (select raffle_id, entry_id from after)
    ), written as (
      insert into entry_search
      select * from after order by raffle_id, entry_id
      on conflict (raffle_id, entry_id) do update set
        name_key = excluded.name_key, words = excluded.words, source = excluded.source,
        done_rules = excluded.done_rules, wished_prizes = excluded.wished_prizes
    ), steps as (
      select raffle_id, source, done_rules, wished_prizes, made_in_minute, 1 as step from after
      union all
      select raffle_id, source, done_rules, wished_prizes, made_in_minute, -1 from before
    ), ticks as (
      insert into entry_tick_counts
      select raffle_id, done_rules, sum(step) from steps group by 1, 2 having sum(step) <> 0
      on conflict (raffle_id, done_rules) do update set entries = entry_tick_counts.entries + excluded.entries
    ), counts as (
      insert into entry_counts
      select raffle_id, kind, key, sum(step)
      from (
        select raffle_id, 'source' as kind, source as key, step from steps
        union all
        select raffle_id, 'minute', to_char(made_in_minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), step from steps
        union all
        select raffle_id, 'prize', unnest(wished_prizes)::text, step from steps
      ) as counted
      group by 1, 2, 3 having sum(step) <> 0
      on conflict (raffle_id, kind, key) do update set entries = entry_counts.entries + excluded.entries
    )
    select pg_notify(${COUNTS_CHANNEL}, raffle_id::text) from (select distinct raffle_id from changed) as raffle
  `.execute(tx);
}
