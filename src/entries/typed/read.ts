import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { isTrusted, type MailTyped, type Owner, type TypedEntry, type TypedMail, typedMailOf } from "./rules.ts";

/**
 * Whether somebody else typed the address of a row of `entries`, and nobody has opened the entry since. A visitor's
 * entry has a network, one on paper has none. True also for an erased entry in an outer join.
 */
export const IS_TYPED = sql<boolean>`(
  (entries.network_hash is null or entries.retyped_at is not null) and entries.self_opened_at is null
)`;

/** Who typed the address of an entry. Null if the entry is gone. */
export async function readTypedEntry(
  reader: Reader,
  { raffleId, entryId }: { readonly raffleId: string; readonly entryId: string },
): Promise<TypedEntry | null> {
  const row = await reader
    .selectFrom("entries")
    .select(["selfOpenedAt", "confirmedAt", sql<boolean>`network_hash is null or retyped_at is not null`.as("isTyped")])
    .where("raffleId", "=", raffleIdForLookup(reader, raffleId))
    .where("id", "=", entryId)
    .executeTakeFirst();
  if (!row) return null;
  return { isTyped: row.isTyped, isOpened: row.selfOpenedAt !== null, isConfirmed: row.confirmedAt !== null };
}

/** What admins decided about typed addresses. */
export async function readMailTyped(reader: Reader): Promise<MailTyped> {
  const { mailTyped } = await reader.selectFrom("siteSettings").select("mailTyped").executeTakeFirstOrThrow();
  return mailTyped as MailTyped;
}

/**
 * Whether a raffle's organisers may have typed addresses mailed, the account whose quota it uses, and whether the site
 * trusts that account.
 */
export async function readTypedMail(
  reader: Reader,
  raffleId: string,
): Promise<{ readonly typedMail: TypedMail; readonly ownerId: string | null; readonly isTrusted: boolean }> {
  const setting = await readMailTyped(reader);
  const owner = await reader
    .selectFrom("raffleMembers")
    .innerJoin("users", "users.id", "raffleMembers.userId")
    .select(["users.id", "emailVerified as confirmed", "banned", "createdAt", "typedMailReleasedAt as releasedAt"])
    .where("raffleId", "=", raffleId)
    .where("raffleMembers.role", "=", "owner")
    .orderBy("joinedAt")
    .orderBy("users.id")
    .limit(1)
    .$narrowType<Owner>()
    .executeTakeFirst();
  const { now } = await reader.selectNoFrom(sql<Date>`now()`.as("now")).executeTakeFirstOrThrow();
  return {
    typedMail: typedMailOf(setting, owner ?? null, now),
    ownerId: owner?.id ?? null,
    isTrusted: isTrusted(owner ?? null, now),
  };
}
