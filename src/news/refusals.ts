import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { type NewsKeys, readUnsubscribeToken } from "./address-key.ts";
import { refusedAt } from "./read.ts";
import { deleteRefusal, insertRefusal } from "./write.ts";

type Given = { readonly db: Database; readonly keys: NewsKeys };

/** When whoever a link is of stopped news last; `at` is null where they did not, and all of it for a link that is not ours. */
export async function readRefusal({ db, keys }: Given, token: string): Promise<{ readonly at: Date | null } | null> {
  const key = readUnsubscribeToken(keys, token);
  return key && { at: await refusedAt(db, key) };
}

/** Stops news for whoever a link is of, whether their entry is still there or not. Answers whether the link is ours. */
export async function refuseNews({ db, keys }: Given, token: string): Promise<boolean> {
  const key = readUnsubscribeToken(keys, token);
  if (!key) return false;
  await inTransaction(db, (tx) => insertRefusal(tx, key));
  return true;
}

/** Takes it back: whoever a link is of gets news again, if an entry of theirs asks for it. Answers whether the link is ours. */
export async function allowNews({ db, keys }: Given, token: string): Promise<boolean> {
  const key = readUnsubscribeToken(keys, token);
  if (!key) return false;
  await inTransaction(db, (tx) => deleteRefusal(tx, key));
  return true;
}
