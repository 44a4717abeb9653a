import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import { hashPassword, inHashQueue, isOutdated, verifyPassword } from "./password-hash.ts";
import { closeLinks } from "./users.ts";

/** The kind of the notice that an account has a new password. */
export const PASSWORD_CHANGED = "password-changed";

/**
 * What follows every new password of an account, in the transaction that stores it: its open links are closed, and its
 * holder is notified. An address that nobody proved gets no notice: it may be a stranger's.
 */
export async function followPasswordChange(tx: Transaction, userId: string): Promise<void> {
  await closeLinks(tx, userId);
  const users = tx.selectFrom("users").select(["emailVerified", "language"]).where("id", "=", userId);
  const user = await users.executeTakeFirst();
  // Gone, if its holder deleted it meanwhile.
  if (!user?.emailVerified) return;
  await queueMail(tx, { kind: PASSWORD_CHANGED, userId, language: (user.language ?? "en") as Language });
}

/** Hashes a just proved password again if its stored hash was made with another cost than today's. */
export async function renewOutdatedHash(db: Database, userId: string, password: string): Promise<void> {
  const stored = await find(db, userId);
  if (!stored?.password || !isOutdated(stored.password)) return;
  const renewed = { password: await hashPassword(password) };
  // The condition skips the update if another password was set meanwhile.
  const asRead = db.updateTable("userCredentials").set(renewed).where("password", "=", stored.password);
  await asRead.where("id", "=", stored.id).execute();
}

/**
 * Refuses with `password-wrong` whatever is not the account's password, and with `site-busy` while too many are proved.
 *
 * @returns the hash by which it was proved, for `isStillStored`
 */
export async function refuseOtherPassword(
  db: Database,
  userId: string,
  password: string,
): Promise<Outcome<string, Refusal<"password-wrong" | "site-busy">>> {
  return inHashQueue("holder", async () => {
    const hash = await proveStored(db, userId, password);
    return hash ? accept(hash) : PASSWORD_WRONG;
  });
}

/** The stored hash that this password is proved by; null if it is not the account's. */
export async function proveStored(db: Database, userId: string, password: string): Promise<string | null> {
  const hash = (await find(db, userId))?.password;
  return hash && (await verifyPassword({ hash, password })) ? hash : null;
}

/** Whether no other password was set since one was proved. Until the transaction ends, none can be. */
export async function isStillStored(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const stored = tx.selectFrom("userCredentials").select("id").where("userId", "=", userId);
  return (await stored.where("password", "=", hash).forUpdate().executeTakeFirst()) !== undefined;
}

export const PASSWORD_WRONG = refuse({
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
