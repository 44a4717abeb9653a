import type { ContactScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { type Addressee, askTyped } from "#src/entries/typed/typed-mail.ts";
import { addressKey, type MailKeys } from "#src/mail/address-key.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { refusedAt } from "./read.ts";

/**
 * Whether somebody who asked for news gets it: else they refused it, or stopped all mail, or the site mails them
 * nothing.
 */
export type OwnNews = { readonly addressKey: Buffer } & (
  | { readonly state: "gets"; readonly addressee: Addressee }
  | { readonly state: "refused" | "stopped" | "not-mailed" }
);

/**
 * Whether an entry's person gets news: what the mail does, and what their page says. Null if they did not ask for it.
 */
export async function readOwnNews(db: Database, scope: ContactScope, keys: MailKeys): Promise<OwnNews | null> {
  const row = await db
    .selectFrom("entries")
    .select(["emailKey", "createdAt"])
    .where("raffleId", "=", raffleIdForLookup(db, scope.raffleId))
    .where("id", "=", scope.entryId)
    .where("promotions", "=", true)
    .executeTakeFirst();
  if (row?.emailKey == null) return null;
  const key = addressKey(keys, row.emailKey);
  const addressee = await askTyped(db, scope);
  if (!addressee) return { state: "not-mailed", addressKey: key };
  if (await stoppedAt(db, key)) return { state: "stopped", addressKey: key };
  const refused = await refusedAt(db, key);
  if (refused && refused >= row.createdAt) return { state: "refused", addressKey: key };
  return { state: "gets", addressKey: key, addressee };
}
