import { type SqlBool, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { LISTED_RAFFLE_FIELDS } from "../fields.ts";
import { publicColumns } from "../read.ts";
import type { RaffleSummary } from "../schema.ts";

/** What a feed holds: readers ask often, and keep what they have seen. */
const FEED_ENTRIES = 50;

/** A calendar cannot turn pages: some 100 KB of dates. */
const CALENDAR_RAFFLES = 250;

/** Days for which a draw stays in the calendar, so that people find it there as it happens and after it. */
const PAST_DAYS = 7;

/** The raffles in one file of a sitemap: some 80 KB, cached. The format allows 50,000. */
const SITEMAP_RAFFLES = 1000;

/** The published raffles that were made last, the newest first. */
export async function listNewestRaffles(reader: Reader): Promise<RaffleSummary[]> {
  // Ids grow with time, and have an index.
  return summaries(await published(reader).orderBy("id", "desc").limit(FEED_ENTRIES).execute());
}

/** The published raffles that were drawn here, the latest draw date first. */
export async function listDrawnRaffles(reader: Reader): Promise<RaffleSummary[]> {
  const query = published(reader).where("drawnAt", "is not", null).orderBy("drawDate", "desc").orderBy("id", "desc");
  return summaries(await query.limit(FEED_ENTRIES).execute());
}

/** The published raffles whose draw is to come, or was in the last days, the soonest first. */
export async function listComingRaffles(reader: Reader): Promise<RaffleSummary[]> {
  const query = published(reader).where(sql<SqlBool>`draw_date > now() - make_interval(days => ${PAST_DAYS})`);
  return summaries(await query.orderBy("drawDate").orderBy("id").limit(CALENDAR_RAFFLES).execute());
}

/** In how many parts `readPublishedPart` names all published raffles, at least one. */
export async function countPublishedParts(reader: Reader): Promise<number> {
  const { raffles } = await reader
    .selectFrom("raffles")
    .select(sql<number>`count(*)::int`.as("raffles"))
    .where("status", "=", "Published")
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil(raffles / SITEMAP_RAFFLES));
}

/**
 * A part of the published raffles, the oldest first, so that a new raffle changes the last part alone.
 *
 * @param part counted from 1
 */
export async function readPublishedPart(reader: Reader, part: number) {
  const rows = await reader
    .selectFrom("raffles")
    .select(["id", "codeId", "shopName"])
    .where("status", "=", "Published")
    .orderBy("id")
    .limit(SITEMAP_RAFFLES)
    .offset((part - 1) * SITEMAP_RAFFLES)
    .execute();
  return rows.map((row) => ({ ...row, status: "Published" as const }));
}

function published(reader: Reader) {
  return reader.selectFrom("raffles").select(publicColumns(LISTED_RAFFLE_FIELDS)).where("status", "=", "Published");
}

function summaries(rows: readonly { readonly open: SqlBool }[]): RaffleSummary[] {
  return rows.map((row) => ({ ...row, open: Boolean(row.open) }) as RaffleSummary);
}
