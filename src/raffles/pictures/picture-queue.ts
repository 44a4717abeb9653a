import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { LOCKS } from "#src/db/locks.ts";

/** lock_not_available: the connection's lock timeout has passed. */
const NOT_IN_TIME = "55P03";

/**
 * Lets processes that share a database work on strangers' pictures one at a time, so several workers take no more
 * memory than one. The lock of a dead process ends with its connection.
 *
 * @returns the result of `work`, or null if the lock is not free within the lock timeout
 */
export function pictureQueue(db: Database): <Result>(work: () => Promise<Result>) => Promise<Result | null> {
  return async (work) => {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${LOCKS.pictures})`.execute(tx);
        return work();
      });
    } catch (error) {
      if ((error as { code?: unknown }).code === NOT_IN_TIME) return null;
      throw error;
    }
  };
}
