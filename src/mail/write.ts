import { sql } from "kysely";
import { newId, SITE_ID } from "#src/base/ids.ts";
import { selectDue } from "#src/db/select-due.ts";
import { forEachShard, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { MailPlace, NewMail } from "./schema.ts";

/** The age up to which a mail that was held without a mail server is still worth sending. */
const STILL_NEWS = sql`interval '1 day'`;

/**
 * Resets a mail to unsent, and admits it: an admin has decided. The next attempt number invalidates attempts that are
 * still under way.
 */
const ANEW = {
  ...{ state: "waiting", queuedAt: null, handedOverAt: null, deferredUntil: null, admittedAt: sql<Date>`now()` },
  attempts: sql<number>`attempts + 1`,
};

/** Writes a mail to the outbox in the caller's transaction. It is sent after the commit. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<void> {
  await queueMails(tx, [mail]);
}

/** Writes mails to the outbox in the caller's transaction. They are sent after the commit. */
export async function queueMails(tx: Transaction, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    id: mail.id ?? newId(),
    kind: mail.kind,
    language: mail.language,
    newsId: mail.news?.id ?? null,
    addressKey: mail.news?.addressKey ?? null,
    mailingId: mail.mailingId ?? null,
    claimId: mail.claimId ?? null,
    raffleId: "userId" in mail ? SITE_ID : mail.raffleId,
    userId: "userId" in mail ? mail.userId : null,
    entryId: "entryId" in mail ? mail.entryId : null,
    sealed: "sealed" in mail ? mail.sealed : null,
  }));
  await tx.insertInto("mails").values(rows).execute();
}

/**
 * Sends a mail again that failed, is held or deferred, or whose outcome is unclear: that one may arrive twice. The
 * caller must have proven to be an admin.
 *
 * @returns the mail's kind; null if there is no such mail
 */
export async function sendAgain(tx: Transaction, id: string): Promise<string | null> {
  const changed = await tx
    .updateTable("mails")
    .set(ANEW)
    .where("id", "=", id)
    .where("state", "in", ["failed", "unclear", "held", "deferred"])
    .returning("kind")
    .executeTakeFirst();
  return changed?.kind ?? null;
}

/**
 * Sends failed mails again, the oldest first, `most` at most. The caller must have proven to be an admin.
 *
 * @returns how many
 */
export async function sendFailedAgain(tx: Transaction, most: number): Promise<number> {
  const { rows } = await sql<RowPlace>`
    select raffle_id as "raffleId", id from mails where state = 'failed' order by id limit ${most} ${skippingLocked(tx) ?? sql``}
  `.execute(tx);
  const sent = await forEachShard(
    tx,
    rows,
    (isOneOf) => sql`
      update mails set state = 'waiting', queued_at = null, handed_over_at = null, deferred_until = null,
        admitted_at = now(), attempts = attempts + 1
      where ${isOneOf()} and state = 'failed' returning id
    `,
  );
  return sent.length;
}

/**
 * Marks waiting mails without a job as queued, the oldest first, `most` at most. The caller makes a job for each in the
 * same transaction. Concurrent processes get different mails.
 *
 * @param kinds takes only these
 * @returns their keys in the outbox
 */
export async function takeWaiting(tx: Transaction, most: number, kinds?: readonly string[]): Promise<MailPlace[]> {
  const ofKinds = kinds ? sql`and kind = any (${[...kinds]}::text[])` : sql``;
  const rows = await selectDue(
    tx,
    (lock) => sql<RowPlace>`
      select raffle_id as "raffleId", id from mails where state = 'waiting' and queued_at is null ${ofKinds}
      order by created_at, id limit ${most} ${lock}
    `,
    skippingLocked(tx),
  );
  // Where nobody skipped locked ones, another process may have taken some by now.
  return forEachShard(
    tx,
    rows,
    (isOneOf) => sql<MailPlace>`
      update mails set queued_at = now() where ${isOneOf()} and state = 'waiting' and queued_at is null
      returning id as "mailId", raffle_id as "raffleId"
    `,
  );
}

/** Has deferred mails wait for a job whose time has come, `most` at most. */
export async function releaseDeferred(tx: Transaction, most: number): Promise<void> {
  const rows = await selectDue(
    tx,
    (lock) => sql<RowPlace>`
      select raffle_id as "raffleId", id from mails where state = 'deferred' and deferred_until <= now()
      order by deferred_until limit ${most} ${lock}
    `,
    skippingLocked(tx),
  );
  await forEachShard(
    tx,
    rows,
    (isOneOf) => sql`update mails set state = 'waiting' where ${isOneOf()} and state = 'deferred'`,
  );
}

/** Holds the waiting mails without a job, because there is no mail server. */
export async function holdWaiting(tx: Transaction): Promise<void> {
  const { rows } = await sql`select 1 from mails where state = 'waiting' and queued_at is null limit 1`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .updateTable("mails")
    .set({ state: "held", sealed: null, deferredUntil: null })
    .where("state", "=", "waiting")
    .where("queuedAt", "is", null)
    .execute();
}

/** Releases held mails that are not older than STILL_NEWS. Older ones stay held; an admin can send them one by one. */
export async function releaseHeld(tx: Transaction): Promise<void> {
  const { rows } = await sql`
    select 1 from mails where state = 'held' and created_at > now() - ${STILL_NEWS} limit 1
  `.execute(tx);
  if (rows.length === 0) return;
  await tx
    .updateTable("mails")
    .set({ state: "waiting", queuedAt: null })
    .where("state", "=", "held")
    .where("createdAt", ">", sql<Date>`now() - ${STILL_NEWS}`)
    .execute();
}
