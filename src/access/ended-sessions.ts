import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";

/** Deletes the sessions that have ended and the verifications that nobody can use any more: they tell of browsers and people. */
export async function forgetEndedSessions(db: Database): Promise<void> {
  for (const table of ["userSessions", "userVerifications"] as const) {
    await db.deleteFrom(table).where("expiresAt", "<", sql<Date>`now()`).execute();
  }
}
