import { sql } from "kysely";
import type { AdminScope, EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { addressKey, addressKeyInSql, type NewsKeys } from "./address-key.ts";
import type { News, SentNews } from "./schema.ts";

const COLUMNS = ["id", "texts", "actor", "state", "createdAt", "begunAt"] as const;

/** Sent long ago, news is of no more interest than its line in the audit log. */
const SENT_SHOWN = 20;
/** More drafts than one desk holds. */
const DRAFTS_SHOWN = 50;

/** News that was not sent yet; null where there is none of this id, or it was sent. */
export async function findDraft(reader: Reader, _scope: AdminScope, id: string): Promise<News | null> {
  const row = await reader
    .selectFrom("news")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return (row as News | undefined) ?? null;
}

/** News that was not sent yet, the latest first. */
export async function listDrafts(reader: Reader, _scope: AdminScope): Promise<News[]> {
  const rows = await reader
    .selectFrom("news")
    .select(COLUMNS)
    .where("state", "=", "draft")
    .orderBy("id", "desc")
    .limit(DRAFTS_SHOWN)
    .execute();
  return rows as News[];
}

/** The news that was sent, the latest first, with what became of its mails. Tests are not counted. */
export async function listSentNews(reader: Reader, _scope: AdminScope): Promise<SentNews[]> {
  const rows = await reader
    .selectFrom("news")
    .select([...COLUMNS, "people", "queued"])
    .select(
      sql<Record<string, number> | null>`(
        select jsonb_object_agg(state, mails) from (
          select state, count(*) as mails from mails where news_id = news.id and address_key is not null group by state
        ) as counted
      )`.as("mails"),
    )
    .where("state", "<>", "draft")
    .orderBy("begunAt", "desc")
    .limit(SENT_SHOWN)
    .execute();
  return rows.map(({ queued, mails, ...row }) => {
    const { sent = 0, waiting = 0, held = 0, failed = 0, unclear = 0, dropped = 0 } = mails ?? {};
    const remembered = sent + waiting + held + failed + unclear + dropped;
    // Of whom the outbox has not come to yet, some may be gone or want no more by then.
    const toCome = row.state === "filling" ? Math.max(0, row.people - queued) : 0;
    return {
      ...(row as News),
      people: row.people,
      sent,
      waiting: waiting + held + toCome,
      failed: failed + unclear,
      dropped,
      forgotten: Math.max(0, queued - remembered),
    };
  });
}

/**
 * How many addresses news would go to: those of entries that are there and ask for it, each once, without those that
 * have refused it since. Looks at every entry: a second for some 200,000 that ask for it.
 */
export async function countRecipients(reader: Reader, _scope: AdminScope, keys: NewsKeys): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people
    from (select email_key, max(created_at) as asked_at from entries where promotions group by email_key) as wanting
    where not exists (
      select from news_refusals
      where address_key = ${addressKeyInSql(keys, sql.ref("email_key"))} and refused_at >= asked_at
    )
  `.execute(reader);
  return rows[0]?.people ?? 0;
}

/** News as its mails are composed of it, whatever its state. */
export async function readNews(reader: Reader, id: string): Promise<News | null> {
  const row = await reader.selectFrom("news").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  return (row as News | undefined) ?? null;
}

/** Where the test of news goes: an account that is an admin's when it is sent. */
export async function findAdminAddress(
  reader: Reader,
  userId: string,
): Promise<{ readonly name: string; readonly address: string } | null> {
  const row = await reader
    .selectFrom("users")
    .select(["username as name", "email as address"])
    .where("id", "=", userId)
    .where("role", "=", "admin")
    .where("banned", "=", false)
    .executeTakeFirst();
  return row ?? null;
}

/** When an address said that it wants no more news, which holds of entries made before; null where it did not. */
export async function refusedAt(reader: Reader, key: Buffer): Promise<Date | null> {
  const row = await reader
    .selectFrom("newsRefusals")
    .select("refusedAt")
    .where("addressKey", "=", key)
    .executeTakeFirst();
  return row?.refusedAt ?? null;
}

/**
 * Whether an entry brings news to its address: it asked for it, and nobody has said no since. Null where it never asked.
 */
export async function readOwnNews(
  reader: Reader,
  scope: EntrantScope,
  keys: NewsKeys,
): Promise<{ readonly getsNews: boolean; readonly addressKey: Buffer } | null> {
  const row = await reader
    .selectFrom("entries")
    .select(["emailKey", "createdAt"])
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", scope.entryId)
    .where("promotions", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const key = addressKey(keys, row.emailKey);
  const refused = await refusedAt(reader, key);
  return { getsNews: refused === null || refused < row.createdAt, addressKey: key };
}
