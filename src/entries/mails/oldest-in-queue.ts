import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { isSharded, type RowPlace } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** Queue tables: each statement that stores entries adds a row, for a background worker. They share these columns. */
type Queue = "entry_changes" | "receipt_requests" | "log_queue";

/** How much a worker takes at once. */
export type Round = {
  /** The maximum of rows; a row holds the entries of one statement, at quiet times one entry. */
  readonly rows: number;
  /** The number of entries after which no further row is taken. */
  readonly entries: number;
  /** Whether to lock the rows and skip locked ones, so that several processes take different rows. */
  readonly locked: boolean;
};

/** What was taken of a queue: how many rows, and their entries, each once. */
export type Taken = { readonly rows: number; readonly entries: readonly RowPlace[] };

type Row = { readonly raffleId: string; readonly entryIds: readonly string[] };

/**
 * Deletes and returns the oldest rows of a queue: of all raffles at once, or of one after the other where they are
 * sharded.
 */
export async function takeOldest(tx: Transaction, from: Queue, round: Round): Promise<Taken> {
  const taken = isSharded(tx) ? await takeByRaffle(tx, from, round) : await takeOfAll(tx, from, round);
  const entries = new Map(taken.flatMap(({ raffleId, entryIds }) => entryIds.map((id) => [id, { raffleId, id }])));
  return { rows: taken.length, entries: [...entries.values()] };
}

/** Looks first: an empty queue is neither locked nor changed. */
async function takeOfAll(tx: Transaction, from: Queue, round: Round): Promise<readonly Row[]> {
  return (await nextInQueue(tx, from)) === null ? [] : take(tx, from, round, null);
}

async function takeByRaffle(tx: Transaction, from: Queue, round: Round): Promise<readonly Row[]> {
  const taken: Row[] = [];
  let entries = 0;
  while (taken.length < round.rows && entries < round.entries) {
    const raffleId = await nextInQueue(tx, from);
    const rows = raffleId === null ? [] : await take(tx, from, round, raffleId);
    // Another process may hold all that are left.
    if (rows.length === 0) break;
    taken.push(...rows);
    entries += rows.reduce((sum, { entryIds }) => sum + entryIds.length, 0);
  }
  return taken;
}

/** The raffle whose row waits longest in a queue; null for an empty queue. */
export async function nextInQueue(reader: Reader, from: Queue): Promise<string | null> {
  const { rows } = await sql<{ raffleId: string }>`
    select raffle_id as "raffleId" from ${sql.table(from)} order by made_at limit 1
  `.execute(reader);
  return rows[0]?.raffleId ?? null;
}

/** @param raffleId the raffle whose rows are taken; null for all raffles */
async function take(tx: Transaction, from: Queue, round: Round, raffleId: string | null): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    delete from ${sql.table(from)} where ${isOldest(from, round, raffleId)}
    returning raffle_id as "raffleId", entry_ids as "entryIds"
  `.execute(tx);
  return rows;
}

/**
 * The condition that a row of a queue is one of the oldest, up to the one that reaches the limit of entries.
 *
 * @param raffleId the raffle whose rows are meant; null for those of all raffles
 */
export function isOldest(from: Queue, round: Round, raffleId: string | null): RawBuilder<unknown> {
  return raffleId === null
    ? sql`(raffle_id, id) in (${oldest(from, round, sql`raffle_id, id`, sql`true`)})`
    : sql`raffle_id = ${raffleId} and id in (${oldest(from, round, sql`id`, sql`raffle_id = ${raffleId}`)})`;
}

/** The keys of the oldest rows of which a condition holds, up to the one that reaches the limit of entries. */
function oldest(
  from: Queue,
  { rows, entries, locked }: Round,
  key: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${key}
    from (
      select ${key}, sum(cardinality(entry_ids)) over (order by made_at, id) - cardinality(entry_ids) as sooner
      from (
        select ${key}, entry_ids, made_at from ${sql.table(from)} where ${condition}
        order by made_at, id limit ${rows}
        ${locked ? sql`for update skip locked` : sql``}
      ) as next
    ) as counted
    where sooner < ${entries}
  `;
}
