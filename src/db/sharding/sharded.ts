import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "../connect.ts";
import type { Transaction } from "../transaction.ts";
import { ShardedAdapter } from "./dialect.ts";

/** Whether the database is sharded by raffle. Then a statement that changes or locks rows is for one raffle. */
export function isSharded(db: Reader): boolean {
  return db.getExecutor().adapter instanceof ShardedAdapter;
}

/** A row of a sharded table. */
export type RowPlace = { readonly raffleId: string; readonly id: string };

/**
 * Rows as one statement may read or write them: all at once, or those of one raffle after the other where the database
 * is sharded. In the order of the raffles, so that two processes never wait for each other.
 */
export function byShard<Row extends { readonly raffleId: string }>(db: Reader, rows: readonly Row[]): readonly Row[][] {
  if (!isSharded(db)) return rows.length === 0 ? [] : [[...rows]];
  const groups = [...Map.groupBy(rows, ({ raffleId }) => raffleId)];
  return groups.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/**
 * The raffle of each row of a group by `byShard`: the column of its id, or the id itself where the database is sharded.
 * Citus finds the shard by a value alone.
 */
export function raffleOf(
  db: Reader,
  column: string,
  [first]: readonly { readonly raffleId: string }[],
): RawBuilder<unknown> {
  return isSharded(db) ? sql`${first?.raffleId}` : sql.ref(column);
}

/**
 * The condition that a row is one of those asked for. Its argument is the column of the key beside `raffle_id`: `id`.
 */
export type IsOneOf = (column?: string) => RawBuilder<SqlBool>;

/**
 * Runs a statement for rows of several raffles: once for all of them, or raffle by raffle where the database is
 * sharded.
 *
 * @param statementFor makes the statement from the condition, and the rows that it is for
 */
export async function forEachShard<Row>(
  tx: Transaction,
  rows: readonly RowPlace[],
  statementFor: (isOneOf: IsOneOf, rows: readonly RowPlace[]) => RawBuilder<Row>,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  if (!isSharded(tx)) {
    const [raffleIds, ids] = [rows.map(({ raffleId }) => raffleId), rows.map(({ id }) => id)];
    const isOneOf: IsOneOf = (column = "id") =>
      sql`(raffle_id, ${sql.ref(column)}) in (select * from unnest(${raffleIds}::uuid[], ${ids}::uuid[]))`;
    return (await statementFor(isOneOf, rows).execute(tx)).rows;
  }
  const done: Row[] = [];
  for (const group of byShard(tx, rows)) {
    const ids = group.map(({ id }) => id);
    const isOneOf: IsOneOf = (column = "id") =>
      sql`(raffle_id = ${group[0]?.raffleId} and ${sql.ref(column)} = any (${ids}::uuid[]))`;
    done.push(...(await statementFor(isOneOf, group).execute(tx)).rows);
  }
  return done;
}

/**
 * The end of a query for rows of any raffle that several processes share: they get different ones. A sharded database
 * locks no rows of several raffles: null.
 *
 * @param table whose rows are locked, in a query of several tables
 */
export function skippingLocked(db: Reader, table?: string): RawBuilder<unknown> | null {
  if (isSharded(db)) return null;
  return table === undefined ? sql`for update skip locked` : sql`for update of ${sql.ref(table)} skip locked`;
}

/**
 * A raffle's id, for statements that look up single rows by it and one more key. PostgreSQL takes a raffle that its
 * statistics do not know yet for empty. It would then read all of its rows instead of looking up the other key. Of a
 * subselect's value it knows nothing. Citus has to see the value, to find the shard.
 */
export function raffleIdForLookup(db: Reader, raffleId: string): RawBuilder<string> {
  return isSharded(db) ? sql`${raffleId}` : sql`(select ${raffleId}::uuid)`;
}
