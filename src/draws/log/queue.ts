import { sql } from "kysely";
import { isSharded } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { LeafContent, LoggedChanger, RemovalReason } from "../protocol/log/leaf.ts";

/** A row of what is not in the log yet: entries that somebody changed, or a leaf. */
export type QueuedRow = {
  readonly raffleId: string;
  readonly entryIds: readonly string[];
  readonly leaf: LeafContent | null;
  readonly changedBy: LoggedChanger | null;
  readonly reason: RemovalReason | null;
  readonly madeAt: Date;
};

/** Queues a leaf in the transaction of what it reports. */
export async function queueLeaf(tx: Transaction, raffleId: string, leaf: LeafContent): Promise<void> {
  await tx
    .insertInto("logQueue")
    .values({ raffleId, leaf: JSON.stringify(leaf) })
    .execute();
}

/** How much is taken at once: rows, and entries after which no further row is taken; a row has 1,000 at most. */
export type QueueLimit = { readonly rows: number; readonly entries: number };

/** Deletes and returns the oldest rows of the queue: of all raffles, or of one where the database is sharded. */
export async function takeQueued(tx: Transaction, limit: QueueLimit): Promise<QueuedRow[]> {
  const raffleId = isSharded(tx) ? await nextRaffle(tx) : undefined;
  if (raffleId === null) return [];
  const key = raffleId === undefined ? sql`raffle_id, id` : sql`id`;
  const own = raffleId === undefined ? sql`true` : sql`raffle_id = ${raffleId}`;
  const { rows } = await sql<QueuedRow>`
    delete from log_queue
    where ${own} and (${key}) in (
      select ${key}
      from (
        select ${key}, sum(cardinality(entry_ids)) over (order by made_at, id) - cardinality(entry_ids) as sooner
        from (
          select raffle_id, id, entry_ids, made_at from log_queue where ${own}
          order by made_at, id limit ${limit.rows}
        ) as next
      ) as counted
      where sooner < ${limit.entries}
    )
    returning raffle_id as "raffleId", entry_ids as "entryIds", leaf, changed_by as "changedBy", reason,
      made_at as "madeAt"
  `.execute(tx);
  return rows.toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime());
}

/** The raffle whose row waits longest: a sharded database takes rows of one at a time. */
async function nextRaffle(tx: Transaction): Promise<string | null> {
  const { rows } = await sql<{ raffleId: string }>`
    select raffle_id as "raffleId" from log_queue order by made_at limit 1
  `.execute(tx);
  return rows[0]?.raffleId ?? null;
}
