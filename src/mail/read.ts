import type { Reader } from "#src/db/connect.ts";
import { COUNTED_STATES, type Mail, type MailCounts, type MailState } from "./schema.ts";

const MAILS_PER_PAGE = 50;

/** The columns that make up a `Mail`. */
export const MAIL_COLUMNS = [
  "id",
  "kind",
  "raffleId",
  "entryId",
  "userId",
  "newsId",
  "mailingId",
  "claimId",
  "language",
  "state",
  "createdAt",
  "attempts",
  "lastError",
  "handedOverAt",
  "sentAt",
  "admittedAt",
] as const;

/**
 * One page of the mails in a state, the latest first, with the code of their raffle. The caller must have proven to be
 * an admin.
 *
 * @param page counted from 1
 * @returns the mails, and whether there are more pages
 */
export async function listMails(
  reader: Reader,
  { state, page }: { readonly state: MailState; readonly page: number },
): Promise<{ mails: (Mail & { readonly codeId: string | null })[]; more: boolean }> {
  // What is skipped is read by the index mails_state alone. In a statement of its own, as a sharded database joins no
  // part of a table.
  const ids = await reader
    .selectFrom("mails")
    .select("id")
    .where("state", "=", state)
    .orderBy("id", "desc")
    .limit(MAILS_PER_PAGE + 1)
    .offset((page - 1) * MAILS_PER_PAGE)
    .execute();
  if (ids.length === 0) return { mails: [], more: false };
  const rows = await reader
    .selectFrom("mails")
    .leftJoin("raffles", "raffles.id", "mails.raffleId")
    .select(MAIL_COLUMNS.map((column) => `mails.${column}` as const))
    .select("raffles.codeId")
    .where(
      "mails.id",
      "in",
      ids.map(({ id }) => id),
    )
    .orderBy("mails.id", "desc")
    .execute();
  return {
    mails: rows.slice(0, MAILS_PER_PAGE) as (Mail & { codeId: string | null })[],
    more: rows.length > MAILS_PER_PAGE,
  };
}

/** The number of mails in a counted state, by kind. The caller must have proven to be an admin. */
export async function countKinds(reader: Reader, state: keyof MailCounts): Promise<{ kind: string; mails: number }[]> {
  return reader
    .selectFrom("mails")
    .select(["kind", ({ fn }) => fn.countAll<number>().as("mails")])
    .where("state", "=", state)
    .groupBy("kind")
    .orderBy("kind")
    .execute();
}

/** The number of mails in each state that needs somebody. The caller must have proven to be an admin. */
export async function countUnsentMails(reader: Reader): Promise<MailCounts> {
  const rows = await reader
    .selectFrom("mails")
    .select(["state", ({ fn }) => fn.countAll<number>().as("mails")])
    // By the index mails_state. Of all states it would read every mail that was ever sent.
    .where("state", "in", COUNTED_STATES)
    .groupBy("state")
    .execute();
  const counts = { waiting: 0, deferred: 0, held: 0, failed: 0, unclear: 0 };
  return { ...counts, ...Object.fromEntries(rows.map(({ state, mails }) => [state, mails])) };
}

/**
 * The mails about an entry, the earliest first, without their outcome. A visitor who typed another person's address
 * would learn from it whether that address wants mail, and how much it gets.
 */
export async function listEntryMails(
  reader: Reader,
  { raffleId, entryId }: { readonly raffleId: string; readonly entryId: string },
): Promise<Pick<Mail, "kind" | "language" | "createdAt">[]> {
  const rows = await reader
    .selectFrom("mails")
    .select(["kind", "language", "createdAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .orderBy("id")
    .execute();
  return rows as Pick<Mail, "kind" | "language" | "createdAt">[];
}

/** What an operator should know of mails that did not go out. */
export type MailFailures = {
  /** Of those queued since the date: refused, or perhaps not taken. */
  readonly failed: number;
  /** Kept back, because the site had no mail server. */
  readonly held: number;
  /** Waiting for another day, because a day's limit was reached. */
  readonly deferred: number;
  /** When the one was queued that waits longest; null where none waits. */
  readonly waitingSince: Date | null;
};

/** Counts the mails that did not go out. The caller is the operator. */
export async function findMailFailures(reader: Reader, since: Date): Promise<MailFailures> {
  return reader
    .selectFrom("mails")
    .where("state", "in", ["failed", "unclear", "held", "waiting", "deferred"])
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere("state", "in", ["failed", "unclear"])
        .filterWhere("createdAt", ">=", since)
        .as("failed"),
      fn.countAll<number>().filterWhere("state", "=", "held").as("held"),
      fn.countAll<number>().filterWhere("state", "=", "deferred").as("deferred"),
      fn
        .min<Date | null>("createdAt")
        .filterWhere(eb("state", "=", "waiting"))
        .as("waitingSince"),
    ])
    .executeTakeFirstOrThrow();
}
