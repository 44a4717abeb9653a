import { sql } from "kysely";
import { SITE_ID } from "#src/base/ids.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { addressKey, type MailKeys } from "#src/mail/address-key.ts";
import type { ShopLook } from "#src/mail/face.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";

type OwnerMail = {
  readonly id: string;
  readonly kind: string;
  readonly raffleId: string;
  /** Where that of the account is not known. */
  readonly language: string;
};

/**
 * Writes a mail to the account that owns a raffle, the first of several, in the caller's transaction. A raffle without
 * an account whose address is verified has nobody to mail.
 */
export async function queueOwnerMail(tx: Transaction, { id, kind, raffleId, language }: OwnerMail): Promise<void> {
  await sql`
    insert into mails (raffle_id, id, kind, user_id, language)
    select ${SITE_ID}::uuid, ${id}::uuid, ${kind}, user_id, coalesce(users.language, ${language})
    from raffle_members join users on users.id = user_id
    where raffle_members.raffle_id = ${raffleId} and raffle_members.role = 'owner' and email_verified and not banned
    order by joined_at, user_id limit 1
  `.execute(tx);
}

/**
 * The raffle that a mail to its owner is about, with its shop's look and the owner's address.
 *
 * @returns null if the mail's account owns it no more, is banned, or wants no mail
 */
export async function findOwned(
  db: Database,
  { raffleId, userId }: { readonly raffleId: string; readonly userId: string | null },
  keys: MailKeys,
): Promise<(ShopLook & { readonly email: string }) | null> {
  const found = await db
    .selectFrom("raffles")
    .innerJoin("raffleMembers", "raffleMembers.raffleId", "raffles.id")
    .innerJoin("users", "users.id", "raffleMembers.userId")
    .select(["codeId", "name", "shopName", "accentColor", "logo", "email"])
    .where("raffles.id", "=", raffleId)
    .where("users.id", "=", userId)
    .where("raffleMembers.role", "=", "owner")
    .where("banned", "=", false)
    .executeTakeFirst();
  const emailKey = found && normaliseEmail(found.email);
  if (!found || !emailKey || (await stoppedAt(db, addressKey(keys, emailKey)))) return null;
  return found;
}
