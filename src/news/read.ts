import { sql } from "kysely";
import type { AdminScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { addressKeyInSql, type MailKeys } from "#src/mail/address-key.ts";
import type { News, SentNews } from "./schema.ts";

const COLUMNS = ["id", "texts", "actor", "state", "createdAt", "begunAt"] as const;

/** How many sent news the list shows. For older ones, their line in the audit log is enough. */
const SENT_SHOWN = 20;
/** How many drafts the list shows: more than one desk ever has. */
const DRAFTS_SHOWN = 50;

/** A draft by its id; null if there is none, or it was sent. */
export async function findDraft(reader: Reader, _scope: AdminScope, id: string): Promise<News | null> {
  const row = await reader
    .selectFrom("news")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return (row as News | undefined) ?? null;
}

/** The drafts, the latest first. */
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

/** Sent news, the latest first, with the counts of its mails by outcome. Tests are not counted. */
export async function listSentNews(reader: Reader, _scope: AdminScope): Promise<SentNews[]> {
  const rows = await reader
    .selectFrom("news")
    .select([...COLUMNS, "people", "queued"])
    .where("state", "<>", "draft")
    .orderBy("begunAt", "desc")
    .limit(SENT_SHOWN)
    .execute();
  const mails = await countMails(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map(({ queued, ...row }) => {
    const { sent = 0, waiting = 0, held = 0, failed = 0, unclear = 0, dropped = 0 } = mails.get(row.id) ?? {};
    const remembered = sent + waiting + held + failed + unclear + dropped;
    // An estimate: entries that the fan-out has not reached yet may be gone or refuse news by then.
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

/** How many mails of each news there are in each state. */
async function countMails(reader: Reader, newsIds: readonly string[]) {
  const { rows } = await sql<{ newsId: string; state: string; mails: number }>`
    select news_id as "newsId", state, count(*)::int8 as mails from mails
    where news_id = any (${[...newsIds]}::uuid[]) and address_key is not null group by news_id, state
  `.execute(reader);
  const byNews = Map.groupBy(rows, ({ newsId }) => newsId);
  return new Map(
    [...byNews].map(([id, counts]): [string, Record<string, number>] => [
      id,
      Object.fromEntries(counts.map(({ state, mails }) => [state, mails])),
    ]),
  );
}

/** Addresses that news would go to: by whom they were typed. */
export type Recipients = {
  /** Typed by their people, or come to by them since: they get it, unless they stopped all mail. */
  readonly own: number;
  /** Typed by organisers alone: each mail asks `mailsEntrant` whether its raffle may have them mailed. */
  readonly typed: number;
};

/**
 * Counts the addresses that news would go to: those of entries that ask for it, each once, without those that refused
 * it later. Reads every entry: a second for some 200,000 that ask for it.
 */
export async function countRecipients(reader: Reader, _scope: AdminScope, keys: MailKeys): Promise<Recipients> {
  const { rows } = await sql<Recipients>`
    select count(*) filter (where own)::int as own, count(*) filter (where not own)::int as typed
    from (select email_key, max(created_at) as asked_at,
        bool_or(network_hash is not null and retyped_at is null or self_opened_at is not null) as own
      from entries where promotions and email_key is not null group by email_key) as wanting
    where not exists (
      select 1 from news_refusals
      where address_key = ${addressKeyInSql(keys, sql.ref("email_key"))} and refused_at >= asked_at
    )
  `.execute(reader);
  return rows[0] ?? { own: 0, typed: 0 };
}

/** News in any state, to render its mails; null if there is none of this id. */
export async function readNews(reader: Reader, id: string): Promise<News | null> {
  const row = await reader.selectFrom("news").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  return (row as News | undefined) ?? null;
}

/** The recipient of a test: the account, if it is an admin's when the mail is sent; else null. */
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

/** When an address refused news, which covers entries made before; null if it did not. */
export async function refusedAt(reader: Reader, key: Buffer): Promise<Date | null> {
  const row = await reader
    .selectFrom("newsRefusals")
    .select("refusedAt")
    .where("addressKey", "=", key)
    .executeTakeFirst();
  return row?.refusedAt ?? null;
}
