import { sql } from "kysely";
import { connectDatabase, type Database } from "#src/db/connect.ts";

/**
 * How many blocks of a table and of its indexes some reading touched, by PostgreSQL's own count. Other connections
 * report late what they read before, in the middle of a reading: so it is done twice, and the smaller number counts.
 *
 * @param table its name; undefined for all tables
 * @param read does all of it on the database that it is given, which has one connection
 */
export async function blocksRead(
  connectionString: string,
  table: string | undefined,
  read: (db: Database) => Promise<unknown>,
): Promise<number> {
  const { db, close } = connectDatabase({ connectionString, maxConnections: 1 });
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await sql`select pg_stat_clear_snapshot()`.execute(db);
    const { rows } = await sql<{ blocks: number }>`
      select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::int as blocks
      from pg_statio_user_tables where relname = coalesce(${table ?? null}, relname)`.execute(db);
    return rows[0]?.blocks ?? 0;
  };
  const readOnce = async () => {
    const before = await count();
    await read(db);
    return (await count()) - before;
  };
  try {
    return Math.min(await readOnce(), await readOnce());
  } finally {
    await close();
  }
}
