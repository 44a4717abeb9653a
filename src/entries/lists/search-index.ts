import { type RawBuilder, sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { LOCKS } from "#src/db/locks.ts";
import { forEachShard, type IsOneOf } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { announcing } from "#src/webhooks/announce.ts";
import type { WebhookKind } from "#src/webhooks/schema.ts";
import { ALIKE_KEYS } from "../alike/keys.ts";
import { keyRows, readAlikeKeys } from "../alike/stored-keys.ts";
import { takeOldest } from "../mails/oldest-in-queue.ts";
import { ENTRY_WORDS } from "./search.ts";

/** The limits of one batch: it takes some hundred milliseconds, during which requests wait for the CPU. */
const ROUND = { rows: 500, entries: 1000, locked: false };

/** If the newest change is younger than this, entries are pouring in (a rush). */
const POURING_SECONDS = 2;

/** The NOTIFY channel for changed counts; the payload is the raffle's id. */
export const COUNTS_CHANNEL = "entry_counts";

/**
 * What webhooks send. It is known here, after the fast path: an entry was in the index, is in the table, or both.
 */
const CHANGES = sql`
  select raffle_id, entry_id as subject_id, case
    when before.entry_id is null then ${sql.lit("entry.created" satisfies WebhookKind)}
    when after.entry_id is null then ${sql.lit("entry.deleted" satisfies WebhookKind)}
    else ${sql.lit("entry.changed" satisfies WebhookKind)} end as kind
  from before full join after using (raffle_id, entry_id)
`;

/** The columns of `entry_search`. */
const INDEXED = [
  ...["raffle_id", "entry_id", "name_key", "words", "source", "done_rules", "wished_prizes", "made_in_minute", "alike"],
  ...["network_hash", "device_hash", "mail_domain", ...ALIKE_KEYS, "has_alike_keys"],
];

const ALIKE_COLUMNS = sql.raw(ALIKE_KEYS.join());
const NEW_ALIKE_KEYS = sql.raw(ALIKE_KEYS.map((key) => `${key} = excluded.${key}`).join());

export type IndexedBatch = {
  /** The number of queue rows processed; 0 if there were none, or another process is working. */
  readonly changes: number;
  /** Whether a rush goes on, even if the processed changes are old. */
  readonly pouring: boolean;
};

const NOTHING: IndexedBatch = { changes: 0, pouring: false };

/**
 * Updates the search index and the counts with the next batch of changed entries. It subtracts an entry's indexed
 * version from the counts and adds the current one, so processing a change twice counts it once.
 */
export async function indexNextEntries(db: Database): Promise<IndexedBatch> {
  const waiting = await sql`select 1 from entry_changes limit 1`.execute(db);
  if (waiting.rows.length === 0) return NOTHING;
  return inTransaction(db, async (tx) => {
    // Two processes at once would both subtract the same indexed version.
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.searchIndex}) as mine`.execute(
      tx,
    );
    return lock.rows[0]?.mine ? indexBatch(tx) : NOTHING;
  });
}

/** Merges the GIN index's pending list into the index. PostgreSQL alone would wait until the list is long. */
export async function tidyEntryIndex(db: Database): Promise<void> {
  await sql`select gin_clean_pending_list('entry_search_words')`.execute(db);
}

async function indexBatch(tx: Transaction): Promise<IndexedBatch> {
  // A change after this moment has its own row in the queue, so it is indexed again.
  const { rows, entries } = await takeOldest(tx, "entry_changes", ROUND);
  if (rows === 0) return NOTHING;
  // What changes between this statement and the next has a row in the queue, too.
  const keys = await readAlikeKeys(tx, entries);
  await forEachShard(tx, entries, (isOneOf, group) => indexEntries(isOneOf, keyRows(group, keys)));
  const raffles = [...new Set(entries.map(({ raffleId }) => raffleId))];
  // By itself: Citus may run a query on a worker, to which nobody listens.
  await sql`select pg_notify(${COUNTS_CHANNEL}, raffle_id) from unnest(${raffles}::text[]) as raffle_id`.execute(tx);
  return { changes: rows, pouring: await isPouring(tx) };
}

async function isPouring(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`
    select 1 from entry_changes where made_at > clock_timestamp() - make_interval(secs => ${POURING_SECONDS}) limit 1
  `.execute(tx);
  return rows.length > 0;
}

/**
 * One statement, so that it reads the entries and the index in one snapshot. The ids are parameters: if it took them
 * from the queue itself, the planner would expect so many that it would read every entry.
 */
function indexEntries(isOneOf: IsOneOf, keyed: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql.raw(INDEXED.join());
  return sql`
    with before as materialized (
      select ${columns} from entry_search where ${isOneOf("entry_id")}
    ), after as materialized (
      select raffle_id, id as entry_id, fold_for_search(last_name) as name_key, ${ENTRY_WORDS} as words, source,
        array(select distinct unnest(done_rules) order by 1) as done_rules,
        array(
          select distinct (wish ->> 'prizeId')::uuid from jsonb_array_elements(wishes) as wish
          where wish ->> 'status' = 'Selected'
        ) as wished_prizes,
        date_trunc('minute', created_at) as made_in_minute,
        alike_key(first_name, last_name, address) as alike, network_hash, device_hash,
        nullif(split_part(email_key, '@', 2), '') as mail_domain,
        ${ALIKE_COLUMNS}, true as has_alike_keys
      from entries left join ${keyed} on keyed_id = id where ${isOneOf()}
    ), removed as (
      delete from entry_search where ${isOneOf("entry_id")} and entry_id not in (select entry_id from after)
    ), written as (
      insert into entry_search (${columns})
      select ${columns} from after order by entry_id
      on conflict (raffle_id, entry_id) do update set
        name_key = excluded.name_key, words = excluded.words, source = excluded.source,
        done_rules = excluded.done_rules, wished_prizes = excluded.wished_prizes,
        alike = excluded.alike, mail_domain = excluded.mail_domain,
        network_hash = excluded.network_hash, device_hash = excluded.device_hash,
        ${NEW_ALIKE_KEYS}, has_alike_keys = true
    ), steps as (
      select raffle_id, source, done_rules, wished_prizes, made_in_minute, 1 as step from after
      union all
      select raffle_id, source, done_rules, wished_prizes, made_in_minute, -1 from before
    ), ticks as (
      insert into entry_tick_counts (raffle_id, done_rules, entries)
      select raffle_id, done_rules, sum(step) from steps group by 1, 2 having sum(step) <> 0
      on conflict (raffle_id, done_rules) do update set entries = entry_tick_counts.entries + excluded.entries
    ), counts as (
      insert into entry_counts (raffle_id, kind, key, entries)
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
    ), announced as (${announcing(CHANGES)})
    select count(*) from after
  `;
}
