import { type RawBuilder, sql } from "kysely";
import { byteaArray, uuidArray } from "#src/db/binary-arrays.ts";
import type { Database } from "#src/db/connect.ts";
import { LOCKS } from "#src/db/locks.ts";
import { forEachShard, type RowPlace } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { ALIKE_KEYS, type AlikeKeys, type AlikePerson, alikeKeys, NO_ALIKE_KEYS } from "./keys.ts";

/** How many rows get keys at once: fewer than a batch of the index has, since nobody waits for them. */
const ROWS_AT_ONCE = 500;

/** The keys of each entry, by its id. */
type KeysById = ReadonlyMap<string, AlikeKeys>;

/** Reads entries, and makes their keys. An entry that is gone has none. */
export async function readAlikeKeys(tx: Transaction, entries: readonly RowPlace[]): Promise<KeysById> {
  const people = await forEachShard(
    tx,
    entries,
    (isOneOf) => sql<AlikePerson & { readonly id: string }>`
      select id, first_name as "firstName", last_name as "lastName", address, phone_key as "phoneKey",
        email_key as "emailKey"
      from entries where ${isOneOf()}
    `,
  );
  return new Map(people.map(({ id, ...person }) => [id, alikeKeys(person)]));
}

/** SQL for a table of entries and their keys: `keyed_id`, and a column for each key. */
export function keyRows(entries: readonly RowPlace[], keys: KeysById): RawBuilder<unknown> {
  const columns = ALIKE_KEYS.map((key) => {
    const hashes = entries.map(({ id }) => (keys.get(id) ?? NO_ALIKE_KEYS)[key]);
    return sql`${byteaArray(hashes)}::bytea[]`;
  });
  const ids = sql`${uuidArray(entries.map(({ id }) => id))}::uuid[]`;
  return sql`unnest(${sql.join([ids, ...columns])}) as keyed (keyed_id, ${sql.raw(ALIKE_KEYS.join())})`;
}

/**
 * Adds the keys that rows of the index lack, because a site of a version without keys wrote them.
 *
 * @returns whether there were any
 */
export async function addNextAlikeKeys(db: Database): Promise<boolean> {
  const found = await sql<RowPlace>`
    select raffle_id as "raffleId", entry_id as id from entry_search where has_alike_keys is null
    order by raffle_id, entry_id limit ${ROWS_AT_ONCE}
  `.execute(db);
  if (found.rows.length === 0) return false;
  return inTransaction(db, async (tx) => {
    // The index is written by one process at a time.
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.searchIndex}) as mine`.execute(
      tx,
    );
    if (!lock.rows[0]?.mine) return false;
    const keys = await readAlikeKeys(tx, found.rows);
    const set = sql.raw(ALIKE_KEYS.map((key) => `${key} = keyed.${key}`).join());
    await forEachShard(
      tx,
      found.rows,
      (isOneOf, group) => sql`
        update entry_search set ${set}, has_alike_keys = true
        from ${keyRows(group, keys)}
        where keyed_id = entry_id and ${isOneOf("entry_id")}
      `,
    );
    return true;
  });
}
