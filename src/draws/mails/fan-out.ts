import { type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { selectDue } from "#src/db/select-due.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { IS_TYPED, readTypedMail } from "#src/entries/typed/read.ts";
import { mostInMailing } from "#src/entries/typed/rules.ts";
import type { Language } from "#src/i18n/languages.ts";
import { hasBacklog } from "#src/mail/backlog.ts";
import { queueMails } from "#src/mail/write.ts";
import { findAwaitedLocks } from "./awaited-locks.ts";
import { DRAW_RESULT } from "./draw-result.ts";

/** Entries that one batch reads. It takes some 20 ms. */
const ENTRIES_PER_BATCH = 500;

/**
 * How long changes of a plan are collected. So an organiser causes one mail for each entrant in this time, however
 * often they edit. Whoever corrects a mistake at once causes none.
 */
export const COLLECTED_HOURS = 6;

/** A result is not mailed later than this. Without a mail server nothing is written, and there may be one next year. */
const NEWS_FOR = sql`interval '7 days'`;

/**
 * Fills the outbox with mails about draws, one batch per call. The mail enqueuer calls it again and again. A batch and
 * its progress are one transaction, so each entrant with an e-mail gets one mail of a mailing, whatever crashes.
 *
 * @param options.witnesses the addresses of witnesses for whose cosignatures a mail about a lock waits
 * @param options.entriesPerBatch for tests: how many entries one batch reads
 * @returns how many entries it read and mailings it ended; 0 when there is nothing to do for now
 */
export function drawMailFanOut({
  witnesses = [],
  entriesPerBatch = ENTRIES_PER_BATCH,
}: {
  readonly witnesses?: readonly string[];
  readonly entriesPerBatch?: number;
} = {}): (tx: Transaction) => Promise<number> {
  return async (tx) => {
    const mailing = await claimMailing(tx, await findAwaitedLocks(tx, witnesses));
    if (!mailing || (await hasBacklog(tx, (eb) => eb.and([eb("mailingId", "is not", null)])))) return 0;
    const batch = mailing.isFutile ? [] : await readBatch(tx, mailing, entriesPerBatch);
    const reached = batch.filter((entry) => entry.isReached);
    const typed = reached.filter((entry) => entry.isTyped);
    const most = typed.length > 0 ? mostInMailing((await readTypedMail(tx, mailing.raffleId)).typedMail) : 0;
    const leftOut = new Set(typed.slice(Math.max(0, most - mailing.fromPaper)));
    const wanted = reached.filter((entry) => !leftOut.has(entry));
    const { raffleId, id: mailingId } = mailing;
    const kind = mailing.kind === "drawn" ? DRAW_RESULT : mailing.kind;
    await queueMails(
      tx,
      wanted.map(({ entryId, language }) => ({ kind, raffleId, entryId, language, mailingId })),
    );
    await tx
      .updateTable("drawMailings")
      .set((eb) => ({
        state: batch.length < entriesPerBatch ? "filled" : "filling",
        reachedEntryId: batch.at(-1)?.entryId ?? mailing.reachedEntryId,
        queued: eb("queued", "+", wanted.length),
        fromPaper: eb("fromPaper", "+", typed.length),
        leftOut: eb("leftOut", "+", leftOut.size),
      }))
      .where("raffleId", "=", raffleId)
      .where("id", "=", mailingId)
      .execute();
    return Math.max(1, batch.length);
  };
}

type Mailing = {
  readonly raffleId: string;
  readonly id: string;
  readonly kind: "list-locked" | "plan-changed" | "drawn";
  readonly reachedEntryId: string | null;
  readonly changedAt: Date | null;
  readonly fromPaper: number;
  /**
   * Nobody is mailed: a plan is as it was, the randomness that a mail has to come before is public, or a result is old.
   */
  readonly isFutile: boolean;
};

/**
 * Locks a mailing. News of locks come first, because they end with the round; then results, then changes of plans. Of
 * them, those who have had least: a small raffle waits for no large one.
 *
 * @param awaited the raffles whose lock is not mailed yet
 */
async function claimMailing(tx: Transaction, awaited: readonly string[]): Promise<Mailing | undefined> {
  const due = await selectDue(
    tx,
    (lock) => sql<Mailing>`
    select raffle_id as "raffleId", id, kind, reached_entry_id as "reachedEntryId", changed_at as "changedAt",
      from_paper as "fromPaper",
      case when kind = 'drawn' then begun_at < now() - ${NEWS_FOR} else coalesce(before = after, false) or exists (
        select from draw_locks where draw_locks.raffle_id = draw_mailings.raffle_id and round_at <= now()
      ) end as "isFutile"
    from draw_mailings
    where (state = 'filling' or (state = 'collecting' and begun_at <= now() - make_interval(hours => ${COLLECTED_HOURS})))
      and not (kind = 'list-locked' and raffle_id = any (${awaited}::uuid[]))
    order by array_position(array['list-locked', 'drawn', 'plan-changed'], kind), queued, begun_at
    limit 1 ${lock}
  `,
  );
  return due[0];
}

/** How many people some mailing about a raffle's draw did not reach, because somebody else typed their addresses. */
export async function countLeftOut(reader: Reader, { raffleId }: OrganiserScope): Promise<number> {
  // Of those that a mailing came to, a day's quota may have dropped some.
  const { rows } = await sql<{ most: number | null }>`
    select max(left_out + (
      select count(*) from mails join entries on entries.raffle_id = mails.raffle_id and entries.id = mails.entry_id
      where mails.raffle_id = ${raffleId} and mailing_id = draw_mailings.id and mails.state = 'dropped' and ${IS_TYPED}
    ))::int as most from draw_mailings where raffle_id = ${raffleId}
  `.execute(reader);
  return rows[0]?.most ?? 0;
}

/** Whether the fingerprint of a raffle's locked list was mailed to anybody in it. */
export async function wasLockMailed(reader: Reader, raffleId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("drawMailings")
    .select("id")
    .where("raffleId", "=", raffleId)
    .where("kind", "=", "list-locked")
    .where("queued", ">", 0)
    .executeTakeFirst();
  return row !== undefined;
}

type Entry = {
  readonly entryId: string;
  readonly language: Language;
  readonly isReached: boolean;
  readonly isTyped: boolean;
};

/**
 * The next entries in the order of their ids. Whoever entered after a change of the plan knows no other plan. Whoever
 * holds or held a prize is notified in a mail of its own.
 */
async function readBatch(tx: Transaction, mailing: Mailing, limit: number): Promise<Entry[]> {
  const { raffleId, reachedEntryId, changedAt } = mailing;
  const rows = await tx
    .selectFrom("entries")
    .select(["id as entryId", "language"])
    .select(
      sql<SqlBool>`email_key is not null and created_at <= coalesce(${changedAt}, created_at) and not exists (
        select from claims where claims.raffle_id = ${raffleId} and claims.entry_id = entries.id
      )`.as("isReached"),
    )
    .select(IS_TYPED.as("isTyped"))
    .where("raffleId", "=", raffleId)
    .$if(reachedEntryId !== null, (query) => query.where("id", ">", reachedEntryId ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows as Entry[];
}
