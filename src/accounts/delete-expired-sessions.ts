import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { EMAIL_LINK_DAYS, MAX_SESSION_DAYS } from "./limits.ts";

/** Deletes ended sessions, expired verifications and changes of addresses, because they are personal data. */
export async function forgetEndedSessions(db: Database): Promise<void> {
  for (const table of ["userSessions", "userVerifications"] as const) {
    await db.deleteFrom(table).where("expiresAt", "<", sql<Date>`now()`).execute();
  }
  // Also deletes sessions past the maximum age, and those that never got their second factor.
  const longest = sql<Date>`now() - make_interval(days => ${MAX_SESSION_DAYS})`;
  await db.deleteFrom("userSessions").where("createdAt", "<", longest).execute();
  const beforeLinks = sql<Date>`now() - make_interval(days => ${EMAIL_LINK_DAYS})`;
  const asked = db.updateTable("users").set({ newEmail: null, formerEmail: null, emailAskedAt: null });
  await asked.where("emailAskedAt", "<", beforeLinks).execute();
  const anHourAgo = sql<Date>`now() - interval '1 hour'`;
  await db.deleteFrom("userSessions").where("awaitsCode", "=", true).where("createdAt", "<", anHourAgo).execute();
}
