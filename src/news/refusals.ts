import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { type MailKeys, readUnsubscribeToken } from "#src/mail/address-key.ts";
import { refusedAt } from "./read.ts";
import { deleteRefusal, insertRefusal } from "./write.ts";

type Deps = { readonly db: Database; readonly keys: MailKeys };

/** When the address of a link last refused news: `at` is null if it did not. Null if the link is not ours. */
export async function readRefusal({ db, keys }: Deps, token: string): Promise<{ readonly at: Date | null } | null> {
  const key = readUnsubscribeToken(keys, token);
  return key && { at: await refusedAt(db, key) };
}

/** Stops news to the address of a link, even if its entry is gone. Returns false if the link is not ours. */
export async function refuseNews({ db, keys }: Deps, token: string): Promise<boolean> {
  const key = readUnsubscribeToken(keys, token);
  if (!key) return false;
  await inTransaction(db, (tx) => insertRefusal(tx, key));
  return true;
}

/** Undoes `refuseNews`: the address gets news again if an entry of it asks for news. False if the link is not ours. */
export async function allowNews({ db, keys }: Deps, token: string): Promise<boolean> {
  const key = readUnsubscribeToken(keys, token);
  if (!key) return false;
  await inTransaction(db, (tx) => deleteRefusal(tx, key));
  return true;
}
