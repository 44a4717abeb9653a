import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
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

/** Refuses with `password-wrong` whatever is not the account's password. */
export async function refuseOtherPassword(
  db: Database,
  userId: string,
  password: string,
): Promise<Outcome<null, Refusal<"password-wrong">>> {
  const hash = (await find(db, userId))?.password;
  const isRight = hash ? await verifyPassword({ hash, password }) : false;
  return isRight ? accept(null) : PASSWORD_WRONG;
}

const PASSWORD_WRONG = refuse({
  reason: "password-wrong",
  fields: { password: [{ key: "currentPasswordWrong" }] },
} as const);

async function find(db: Database, userId: string) {
  return db
    .selectFrom("userCredentials")
    .select(["id", "password"])
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
}
