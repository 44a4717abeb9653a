import type { Database } from "#src/db/connect.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password-hash.ts";

/** Hashes a just proved password again if its stored hash was made with another cost than today's. */
export async function renewOutdatedHash(db: Database, userId: string, password: string): Promise<void> {
  const stored = await find(db, userId);
  if (!stored?.password || !isOutdated(stored.password)) return;
  const renewed = { password: await hashPassword(password) };
  // The condition skips the update if another password was set meanwhile.
  const asRead = db.updateTable("userCredentials").set(renewed).where("password", "=", stored.password);
  await asRead.where("id", "=", stored.id).execute();
}

/** Whether this is the account's password. */
export async function knowsPassword(db: Database, userId: string, password: string): Promise<boolean> {
  const hash = (await find(db, userId))?.password;
  return hash ? verifyPassword({ hash, password }) : false;
}

async function find(db: Database, userId: string) {
  return db
    .selectFrom("userCredentials")
    .select(["id", "password"])
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
}
