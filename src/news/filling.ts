import { type SqlBool, sql } from "kysely";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { NewMail } from "#src/mail/schema.ts";
import { queueMails } from "#src/mail/write.ts";
import { addressKeyInSql, type NewsKeys } from "./address-key.ts";
import { NEWS } from "./news-mail.ts";

/** Entries that one piece looks at: so many mails at most, about a tenth of a second. */
const ENTRIES_A_PIECE = 500;

/**
 * While so many mails of it wait for their first try, there is no hurry to add to them: receipts and other mails that are
 * written meanwhile wait behind these alone.
 */
const ENOUGH_WAITING = 200;
/** Where a mail server takes none, all of them wait for another try. */
const MOST_WAITING = 5000;

/**
 * What fills the outbox with news that was sent, a piece at a time, for the feed of mails to call again and again. Each
 * piece and how far it came is one transaction of the feed's: whatever ends a process, the next goes on from there. Of
 * processes that do so at once, one has the news, so that it can look who has it already: each address gets it once.
 *
 * @param entriesAPiece for tests: how many entries one piece looks at
 * @returns how many entries the piece looked at; none where there is nothing to do for now
 */
export function newsFilling(keys: NewsKeys, entriesAPiece = ENTRIES_A_PIECE): (tx: Transaction) => Promise<number> {
  return async (tx) => {
    const news = await claimNews(tx);
    if (!news || (await waitsEnough(tx, news.id))) return 0;
    const piece = await readPiece(tx, keys, news, entriesAPiece);
    const mails = await mailsOf(tx, news.id, piece);
    await queueMails(tx, mails);
    const last = piece.at(-1);
    await tx
      .updateTable("news")
      .set((eb) => ({ queued: eb("queued", "+", mails.length) }))
      .$if(last !== undefined, (query) =>
        query.set({ reachedRaffleId: last?.raffleId ?? null, reachedEntryId: last?.entryId ?? null }),
      )
      .$if(piece.length < entriesAPiece, (query) => query.set({ state: "filled" }))
      .where("id", "=", news.id)
      .execute();
    return piece.length;
  };
}

type Claimed = {
  readonly id: string;
  readonly reachedRaffleId: string | null;
  readonly reachedEntryId: string | null;
};

async function claimNews(tx: Transaction): Promise<Claimed | undefined> {
  return tx
    .selectFrom("news")
    .select(["id", "reachedRaffleId", "reachedEntryId"])
    .where("state", "=", "filling")
    .orderBy("id")
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function waitsEnough(tx: Transaction, newsId: string): Promise<boolean> {
  const { untried, waiting } = await tx
    .selectFrom("mails")
    .select(({ fn }) => [
      fn.countAll<number>().as("waiting"),
      fn.countAll<number>().filterWhere("attempts", "=", 0).as("untried"),
    ])
    .where("newsId", "=", newsId)
    .where("state", "=", "waiting")
    .where("addressKey", "is not", null)
    .executeTakeFirstOrThrow();
  return untried >= ENOUGH_WAITING || waiting >= MOST_WAITING;
}

type Row = {
  readonly raffleId: string;
  readonly entryId: string;
  readonly language: Language;
  readonly addressKey: Buffer;
  readonly wanted: boolean;
};

/**
 * The next entries against the order of their key, so that of somebody's entries one of a later raffle comes first and
 * says the language. Materialized, or else the limit would be one of those that want news and not of the look.
 */
async function readPiece(tx: Transaction, keys: NewsKeys, news: Claimed, limit: number): Promise<Row[]> {
  const { id, reachedRaffleId, reachedEntryId } = news;
  const rest = reachedRaffleId ? sql<SqlBool>`(raffle_id, id) < (${reachedRaffleId}, ${reachedEntryId})` : sql`true`;
  const { rows } = await sql<Row>`
    with piece as materialized (
      select raffle_id, id, language, email_key, promotions, created_at from entries
      where ${rest} order by raffle_id desc, id desc limit ${limit}
    )
    select raffle_id as "raffleId", id as "entryId", language, address_key as "addressKey",
      promotions and created_at <= (select begun_at from news where news.id = ${id}) and not exists (
        select from news_refusals where news_refusals.address_key = hashed.address_key and refused_at >= created_at
      ) as wanted
    from (select *, ${addressKeyInSql(keys, sql.ref("email_key"))} as address_key from piece) as hashed
    order by raffle_id desc, id desc
  `.execute(tx);
  return rows;
}

/** The mails that a piece brings: one for each address that wants the news and has none of it yet. */
async function mailsOf(tx: Transaction, newsId: string, piece: readonly Row[]): Promise<NewMail[]> {
  // Of two entries of a piece, the one that is looked at first.
  const byAddress = new Map(
    piece.toReversed().flatMap((row) => (row.wanted ? [[row.addressKey.toString("hex"), row] as const] : [])),
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
