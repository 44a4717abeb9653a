import { sql } from "kysely";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { entryLinkToken } from "#src/access/entry-link.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { renderMail } from "#src/mail/template.ts";
import { shopFacts } from "#src/raffles/shop-facts.ts";
import { inWindow } from "#src/rate-limits/backoff.ts";
import { readWholeEntry } from "../read.ts";
import type { ReceiptOptions } from "./receipts.ts";

/** The mail to an entrant who asked for it, on the day before their raffle closes. */
export const CLOSING_REMINDER = "closing-reminder";

/** How long before its end a raffle reminds. */
const BEFORE = sql`interval '1 day'`;

/** Reminders per address and day: a family's entries. It limits what somebody else's entries can send there. */
const OF_ADDRESS = inWindow(5, 86_400_000);

/** Reminders that one batch takes: some ten milliseconds. */
const PER_BATCH = 500;

/** How often a process looks for reminders, when there were none: they need not be on the minute. */
const LOOK_EVERY_MS = 60_000;

/**
 * Whether an entrant gets a reminder.
 *
 * @returns null where none can be asked for: the raffle closes within a day, or the entry has no address
 */
export async function readReminder(reader: Reader, scope: ContactScope, now: Date): Promise<{ on: boolean } | null> {
  const row = await remindable(reader, scope, now)
    .select(
      sql<boolean>`exists (
      select from closing_reminders as asked where asked.raffle_id = entries.raffle_id and asked.entry_id = entries.id
    )`.as("on"),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Asks for a reminder, or no longer. Does nothing where none can be asked for, or it is as wanted. */
export async function setReminder(
  db: Database,
  scope: ContactScope,
  on: boolean,
  now: Date,
): Promise<Outcome<void, never>> {
  const { raffleId, entryId } = scope;
  await inTransaction(db, async (tx) => {
    if (!on) {
      await tx.deleteFrom("closingReminders").where("raffleId", "=", raffleId).where("entryId", "=", entryId).execute();
      return;
    }
    const entry = await remindable(tx, scope, now).select("entries.id").forKeyShare("entries").executeTakeFirst();
    if (!entry) return;
    const row = { raffleId, entryId };
    await tx
      .insertInto("closingReminders")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return accept(undefined);
}

function remindable(reader: Reader, { raffleId, entryId }: ContactScope, now: Date) {
  return reader
    .selectFrom("entries")
    .innerJoin("raffles", "raffles.id", "entries.raffleId")
    .where("entries.raffleId", "=", raffleId)
    .where("entries.id", "=", entryId)
    .where("emailKey", "is not", null)
    .where(sql<boolean>`due_date - ${BEFORE} > ${now}`);
}

/**
 * Reminds those who asked, on the day before their raffle closes. The mail enqueuer calls it again and again. A batch
 * deletes the wishes and writes their mails in one statement, so that each is reminded once. What was missed while the
 * site was away is left out once the raffle has closed.
 *
 * @param perBatch for tests: how many one batch takes
 * @returns how many wishes were taken
 */
export function closingReminders(clock: Clock, perBatch = PER_BATCH): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const { rows } = await sql<{ taken: number }>`
      with due as materialized (
        select asked.raffle_id, asked.entry_id, due_date from closing_reminders as asked
        join raffles on raffles.id = asked.raffle_id
        where due_date - ${BEFORE} <= ${now}
        limit ${perBatch} for update of asked skip locked
      ), taken as (
        delete from closing_reminders as asked using due
        where asked.raffle_id = due.raffle_id and asked.entry_id = due.entry_id
        returning asked.raffle_id, asked.entry_id, due.due_date
      ), queued as (
        insert into mails (raffle_id, id, kind, entry_id, language)
        select taken.raffle_id, gen_random_uuid(), ${CLOSING_REMINDER}, entries.id, entries.language
        from taken join entries on entries.raffle_id = taken.raffle_id and entries.id = taken.entry_id
        where taken.due_date > ${now}
      )
      select count(*)::int as taken from taken
    `.execute(tx);
    const taken = rows[0]?.taken ?? 0;
    if (taken === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return taken;
  };
}

/**
 * Renders the reminder: until when, and what of the checklist is open. Null if the entry is gone, the raffle has closed,
 * or the address unsubscribed or got too many. Typed text is changed so that no mail program makes a link of it.
 */
export function closingReminderRenderer(
  {
    productName,
    origin,
    timeZone,
  }: { readonly productName: string; readonly origin: string; readonly timeZone: string },
  { keys, secret, counter, clock }: ReceiptOptions & { readonly clock: Clock },
): MailRenderer {
  return async (db, { raffleId, entryId, language, attempts }) => {
    const scope = entryId === null ? null : await entrantToWriteTo(db, { raffleId, entryId });
    const view = scope && (await readWholeEntry(db, scope));
    const emailKey = view && normaliseEmail(view.entry.email);
    if (!view || emailKey === null || view.raffle.dueDate <= clock()) return null;
    const key = addressKey(keys, emailKey);
    if (await stoppedAt(db, key)) return null;
    const by = { policy: OF_ADDRESS, kind: "closing reminder by address", value: emailKey };
    if (attempts === 1 && (await counter.count([by])) > 0) return null;
    const own = await entryLinkToken(secret, db, scope);
    if (own === null) return null;
    const { entry, raffle, rules } = view;
    const name = harmlessText(raffle.name);
    const due = formatTimestamp(raffle.dueDate, language, timeZone);
    const params = { productName, raffle: name, dueDate: due.date, dueTime: due.time };
    const t = (text: string) => translate(language, { key: `mails:${text}`, params });
    const todo = rules
      .filter(({ status }) => status === "Pending")
      .map(({ number, details }) => ({ name: `${number}.`, value: harmlessText(details) }));
    const stopUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
    const subject = t("closing.subject");
    const letter = {
      language,
      subject,
      heading: t("closing.heading"),
      parts: [
        { paragraph: t("closing.lead") },
        { paragraph: t(todo.length > 0 ? "closing.open" : "closing.done") },
        ...(todo.length > 0 ? [{ facts: todo }] : []),
        {
          facts: [
            { name: t("receipt.raffle"), value: name },
            { name: t("receipt.due"), value: t("receipt.dueMoment") },
            ...shopFacts(raffle, language),
          ],
        },
        { link: t("receipt.view"), url: `${origin}/raffle-entry/${raffle.codeId}/${entry.entryCode}?own=${own}` },
        { paragraph: t("receipt.keep") },
      ],
      footer: [t("closing.why"), t("receipt.from")],
      stop: { link: t("closing.stop"), url: stopUrl },
    };
    return { to: { name: "", address: entry.email }, subject, ...renderMail(letter), unsubscribeUrl: stopUrl };
  };
}
