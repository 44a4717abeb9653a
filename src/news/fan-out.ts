import { type SqlBool, sql } from "kysely";
import { selectDue } from "#src/db/select-due.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { addressKeyInSql, type MailKeys } from "#src/mail/address-key.ts";
import { hasBacklog } from "#src/mail/backlog.ts";
import type { NewMail } from "#src/mail/schema.ts";
import { queueMails } from "#src/mail/write.ts";
import { NEWS } from "./news-mail.ts";

/** Entries that one batch reads. It writes as many mails at most, and takes about a tenth of a second. */
const ENTRIES_PER_BATCH = 500;

/**
 * Fills the outbox with sent news, one batch per call. The mail enqueuer calls it again and again. A batch and its
 * progress are one transaction of the enqueuer, so after a crash the next call continues from there. Of concurrent
 * processes, only one locks the news. It can therefore check who has the news already: each address gets it once.
 *
 * @param entriesPerBatch for tests: how many entries one batch reads
 * @returns a function that runs one batch and returns how many entries it read; 0 when there is nothing to do for now
 */
export function newsFanOut(keys: MailKeys, entriesPerBatch = ENTRIES_PER_BATCH): (tx: Transaction) => Promise<number> {
  return async (tx) => {
    const news = await claimNews(tx);
    if (!news || (await hasBacklog(tx, (eb) => eb.and([eb("newsId", "=", news.id), eb("addressKey", "is not", null)]))))
      return 0;
    const batch = await readChunk(tx, keys, news, entriesPerBatch);
    const mails = await mailsOf(tx, news.id, batch);
    await queueMails(tx, mails);
    const last = batch.at(-1);
    await tx
      .updateTable("news")
      .set((eb) => ({ queued: eb("queued", "+", mails.length) }))
      .$if(last !== undefined, (query) =>
        query.set({ reachedRaffleId: last?.raffleId ?? null, reachedEntryId: last?.entryId ?? null }),
      )
      .$if(batch.length < entriesPerBatch, (query) => query.set({ state: "filled" }))
      .where("id", "=", news.id)
      .execute();
    return batch.length;
  };
}

type Claimed = {
  readonly id: string;
  readonly reachedRaffleId: string | null;
  readonly reachedEntryId: string | null;
};

async function claimNews(tx: Transaction): Promise<Claimed | undefined> {
  const due = await selectDue(
    tx,
    (lock) => sql<Claimed>`
      select id, reached_raffle_id as "reachedRaffleId", reached_entry_id as "reachedEntryId"
      from news where state = 'filling' order by id limit 1 ${lock}
    `,
  );
  return due[0];
}

type Row = {
  readonly raffleId: string;
  readonly entryId: string;
  readonly language: Language;
  readonly addressKey: Buffer;
  readonly wanted: boolean;
};

/**
 * The next entries, in descending order of their key: of a person's entries, one of a later raffle comes first and sets
 * the language. Materialized, because otherwise the limit would apply to entries that want news, not to entries read.
 */
async function readChunk(tx: Transaction, keys: MailKeys, news: Claimed, limit: number): Promise<Row[]> {
  const { id, reachedRaffleId, reachedEntryId } = news;
  const rest = reachedRaffleId ? sql<SqlBool>`(raffle_id, id) < (${reachedRaffleId}, ${reachedEntryId})` : sql`true`;
  const { rows } = await sql<Row>`
    with batch as materialized (
      select raffle_id, id, language, email_key, promotions, created_at from entries
      where ${rest} order by raffle_id desc, id desc limit ${limit}
    )
    select raffle_id as "raffleId", id as "entryId", language, address_key as "addressKey",
      promotions and email_key is not null and created_at <= (select begun_at from news where news.id = ${id}) and not exists (
        select 1 from news_refusals where news_refusals.address_key = hashed.address_key and refused_at >= created_at
      ) as wanted
    from (select *, ${addressKeyInSql(keys, sql.ref("email_key"))} as address_key from batch) as hashed
    order by raffle_id desc, id desc
  `.execute(tx);
  return rows;
}

/** The mails of a batch: one for each address that wants the news and does not have it yet. */
async function mailsOf(tx: Transaction, newsId: string, batch: readonly Row[]): Promise<NewMail[]> {
  // Reversed, so that of two entries with one address the first one wins.
  const byAddress = new Map(
    batch.toReversed().flatMap((row) => (row.wanted ? [[row.addressKey.toString("hex"), row] as const] : [])),
  );
  if (byAddress.size === 0) return [];
  const having = await tx
    .selectFrom("mails")
    .select("addressKey")
    .where("newsId", "=", newsId)
    .where(
      "addressKey",
      "in",
      [...byAddress.values()].map(({ addressKey }) => addressKey),
    )
    .execute();
  for (const { addressKey } of having) byAddress.delete(addressKey?.toString("hex") ?? "");
  return [...byAddress.values()].map(({ raffleId, entryId, language, addressKey }) => ({
    kind: NEWS,
    raffleId,
    entryId,
    language,
    news: { id: newsId, addressKey },
  }));
}
