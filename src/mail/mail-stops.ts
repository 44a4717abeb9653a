import { sql } from "kysely";
import type { Database, Reader } from "#src/db/connect.ts";
import { type MailKeys, readUnsubscribeToken } from "./address-key.ts";

type Deps = { readonly db: Database; readonly keys: MailKeys };

/**
 * When an address stopped all mail that other people can cause; null if it did not. Mail about an account is still
 * sent.
 */
export async function stoppedAt(reader: Reader, addressKey: Buffer): Promise<Date | null> {
  const row = await reader
    .selectFrom("mailStops")
    .select("stoppedAt")
    .where("addressKey", "=", addressKey)
    .executeTakeFirst();
  return row?.stoppedAt ?? null;
}

/** When the address of a link stopped all mail: `at` is null if it did not. Null if the link is not ours. */
export async function readStop({ db, keys }: Deps, token: string): Promise<{ readonly at: Date | null } | null> {
  const key = readUnsubscribeToken(keys, token);
  return key && { at: await stoppedAt(db, key) };
}

/** Stops all mail to the address of a link. Returns false if the link is not ours. */
export async function stopMail({ db, keys }: Deps, token: string): Promise<boolean> {
  const addressKey = readUnsubscribeToken(keys, token);
  if (!addressKey) return false;
  await db
    .insertInto("mailStops")
    .values({ addressKey, stoppedAt: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.column("addressKey").doNothing())
    .execute();
  return true;
}

/** Undoes `stopMail`. Returns false if the link is not ours. */
export async function allowMail({ db, keys }: Deps, token: string): Promise<boolean> {
  const addressKey = readUnsubscribeToken(keys, token);
  if (!addressKey) return false;
  await db.deleteFrom("mailStops").where("addressKey", "=", addressKey).execute();
  return true;
}
