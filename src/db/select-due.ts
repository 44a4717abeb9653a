import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "./transaction.ts";

/** The end of a query: nothing, or a lock of the rows that no other process has locked. */
export type Lock = RawBuilder<unknown>;

/**
 * Selects rows that are due, for a poll. It looks without a lock, and locks only if there are some: a poll at rest must
 * not be in the way of others. On Citus a lock of a row that every worker has is a lock of the table on all nodes.
 *
 * @param select makes the query from its end
 * @param lock the lock; nothing for rows that cannot be locked together (`skippingLocked`)
 * @returns the rows; where they are locked, without those that other processes have
 */
export async function selectDue<Row>(
  tx: Transaction,
  select: (lock: Lock) => RawBuilder<Row>,
  lock: Lock | null = sql`for no key update skip locked`,
): Promise<Row[]> {
  const { rows } = await select(sql``).execute(tx);
  if (rows.length === 0 || lock === null) return rows;
  return (await select(lock).execute(tx)).rows;
}
