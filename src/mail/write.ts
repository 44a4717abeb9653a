import { sql } from "kysely";
import { newId, SITE_ID } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { MailPlace, NewMail } from "./schema.ts";

/** Mails that were written while there was no mail server, and are still news when there is one. */
const STILL_NEWS = sql`interval '1 day'`;

/** As a mail that nobody has tried to send; tries that are still under way count no more. */
const ANEW = { state: "waiting", queuedAt: null, handedOverAt: null, attempts: sql<number>`attempts + 1` };

/** Puts a mail into the outbox, with whatever else the transaction does. It is sent once that has committed. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<void> {
  await queueMails(tx, [mail]);
}

/** Puts mails into the outbox. */
export async function queueMails(tx: Transaction, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    id: newId(),
    kind: mail.kind,
    language: mail.language,
    newsId: mail.news?.id ?? null,
    addressKey: mail.news?.addressKey ?? null,
    ...("userId" in mail
      ? { userId: mail.userId, raffleId: SITE_ID, entryId: null }
      : { userId: null, raffleId: mail.raffleId, entryId: mail.entryId }),
  }));
  await tx.insertInto("mails").values(rows).execute();
}

/**
 * Has a mail sent that failed, was held back, or of which nobody knows whether it was sent: then it may arrive twice.
 * Whoever asks has proven to be an admin.
 *
 * @returns its kind; null where there is no such mail
 */
export async function sendAgain(tx: Transaction, id: string): Promise<string | null> {
  const changed = await tx
    .updateTable("mails")
    .set(ANEW)
    .where("id", "=", id)
    .where("state", "in", ["failed", "unclear", "held"])
    .returning("kind")
    .executeTakeFirst();
  return changed?.kind ?? null;
}

/**
 * Has the mails sent that failed, the oldest first. Whoever asks has proven to be an admin.
 *
 * @returns how many
 */
export async function sendFailedAgain(tx: Transaction, most: number): Promise<number> {
  const failed = tx
    .selectFrom("mails")
    .select(["raffleId", "id"])
    .where("state", "=", "failed")
    .orderBy("id")
    .limit(most)
    .forUpdate()
    .skipLocked();
  const changed = await tx
    .updateTable("mails")
    .set(ANEW)
    .where((eb) => eb(eb.refTuple("raffleId", "id"), "in", failed.$asTuple("raffleId", "id")))
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

/**
 * Takes mails that wait without a job, the oldest first, for the caller to make one for each in the same transaction. Of
 * processes that do so at once, each gets others.
 *
 * @returns where they are
 */
export async function takeWaiting(tx: Transaction, most: number): Promise<MailPlace[]> {
  const { rows } = await sql<MailPlace>`
    update mails set queued_at = now()
    where (raffle_id, id) in (
      select raffle_id, id from mails where state = 'waiting' and queued_at is null
      order by created_at, id limit ${most} for update skip locked
    )
    returning id as "mailId", raffle_id as "raffleId"
  `.execute(tx);
  return rows;
}

/** Puts aside the mails that wait without a job: there is no mail server to send them by. */
export async function holdWaiting(tx: Transaction): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "held" })
    .where("state", "=", "waiting")
    .where("queuedAt", "is", null)
    .execute();
}

/** Lets the mails go that were put aside of late. Those that are older stay, for an admin to send one by one. */
export async function releaseHeld(tx: Transaction): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "waiting", queuedAt: null })
    .where("state", "=", "held")
    .where("createdAt", ">", sql<Date>`now() - ${STILL_NEWS}`)
    .execute();
}
