import type pg from "pg";

/** How many statements of the reader's database wait for a lock. A reader inside a transaction would see no change. */
export async function waitingForLocks(reader: Pick<pg.Pool, "query">): Promise<number> {
  const { rows } = await reader.query(
    "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].waiting;
}
