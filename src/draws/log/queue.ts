import { sql } from "kysely";
import { isSharded } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { isOldest, nextInQueue, type Round } from "#src/entries/mails/oldest-in-queue.ts";
import type { LeafContent, LoggedChanger, RemovalReason } from "../protocol/log/leaf.ts";
import type { EntryState } from "./entry-leaves.ts";

/** A row of what is not in the log yet: entries that somebody changed, or a leaf. */
export type QueuedRow = {
  readonly raffleId: string;
  readonly entryIds: readonly string[];
  readonly leaf: LeafContent | null;
  /** The entry before this change, of which the log may know nothing. */
  readonly was: EntryState | null;
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

/** Deletes and returns the oldest rows of the queue: of all raffles, or of one where the database is sharded. */
export async function takeQueued(tx: Transaction, round: Round): Promise<QueuedRow[]> {
  const raffleId = isSharded(tx) ? await nextInQueue(tx, "log_queue") : null;
  if (isSharded(tx) && raffleId === null) return [];
  const { rows } = await sql<QueuedRow & { microseconds: number }>`
    delete from ${sql.table("log_queue")} where ${isOldest("log_queue", round, raffleId)}
    returning raffle_id as "raffleId", entry_ids as "entryIds", leaf, was, changed_by as "changedBy", reason,
      made_at as "madeAt", (extract(epoch from made_at) * 1000000)::float8 as microseconds
  `.execute(tx);
  // Of one statement, what was comes before who changed it.
  return rows.toSorted(
    (one, other) => one.microseconds - other.microseconds || Number(one.was === null) - Number(other.was === null),
  );
}
