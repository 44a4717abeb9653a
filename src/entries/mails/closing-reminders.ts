import { sql } from "kysely";
import { entryLinkToken } from "#src/access/entry-link.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { selectDue } from "#src/db/select-due.ts";
import { forEachShard, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { ruleText } from "#src/raffles/rule-text.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import { shopFacts } from "#src/raffles/shop/shop-facts.ts";
import type { ReceiptOptions } from "./receipts.ts";
import { findRecipient, type MailSite, ownEntryUrl } from "./recipient.ts";

/** The mail to an entrant who asked for it, on the day before their raffle closes. */
export const CLOSING_REMINDER = "closing-reminder";

/** How long before its end a raffle reminds. */
const BEFORE = sql`interval '1 day'`;

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
      select 1 from closing_reminders where raffle_id = ${scope.raffleId} and entry_id = ${scope.entryId}
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
 * deletes the wishes and writes their mails in its transaction, so that each is reminded once. What was missed while
 * the site was away is left out once the raffle has closed.
 *
 * @param perBatch for tests: how many one batch takes
 * @returns how many wishes were taken
 */
export function closingReminders(clock: Clock, perBatch = PER_BATCH): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const taken = await takeDue(tx, now, perBatch);
    const inTime = taken.filter(({ dueDate }) => dueDate > now);
    await forEachShard(
      tx,
      inTime,
      (isOneOf) => sql`
        insert into mails (raffle_id, id, kind, entry_id, language)
        select raffle_id, gen_random_uuid(), ${CLOSING_REMINDER}, id, language from entries where ${isOneOf()}
      `,
    );
    if (taken.length === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return taken.length;
  };
}

type Due = RowPlace & { readonly dueDate: Date };

async function takeDue(tx: Transaction, now: Date, limit: number): Promise<readonly Due[]> {
  const rows = await selectDue(
    tx,
    (lock) => sql<Due>`
      select asked.raffle_id as "raffleId", entry_id as id, due_date as "dueDate"
      from closing_reminders as asked join raffles on raffles.id = asked.raffle_id
      where due_date - ${BEFORE} <= ${now} limit ${limit} ${lock}
    `,
    skippingLocked(tx, "asked"),
  );
  const deleted = await forEachShard(
    tx,
    rows,
    (isOneOf) =>
      sql<{ id: string }>`delete from closing_reminders where ${isOneOf("entry_id")} returning entry_id as id`,
  );
  const taken = new Set(deleted.map(({ id }) => id));
  return rows.filter(({ id }) => taken.has(id));
}

/**
 * Renders the reminder: until when, and what of the checklist is open. Null if the entry is gone, the raffle has
 * closed, or the address unsubscribed. Typed text is changed so that no mail program makes a link of it.
 */
export function closingReminderRenderer(
  site: MailSite,
  { keys, secret, clock }: Omit<ReceiptOptions, "signedReceipt"> & { readonly clock: Clock },
): MailRenderer {
  return async (db, mail) => {
    const recipient = await findRecipient(db, mail, site, keys);
    if (!recipient || recipient.raffle.dueDate <= clock()) return null;
    const { scope, raffle, rules, t } = recipient;
    const own = await entryLinkToken(secret, db, scope);
    if (own === null) return null;
    const moment = recipient.moment(raffle.dueDate);
    const said = ruleText(ruleEffectOf(raffle), { count: rules.length, open: true }, t);
    const todo = rules
      .filter(({ status }) => status === "Pending")
      .map(({ number, details, drops }) => ({
        name: `${number}.`,
        value: `${harmlessText(details)} (${said.mark(drops)})`,
      }));
    return recipient.compose({
      subject: t("mails:closing.subject", { code: recipient.shownCode }),
      heading: t("mails:closing.heading"),
      parts: [
        { paragraph: t("mails:closing.lead", { moment }) },
        recipient.ticket(),
        { paragraph: todo.length > 0 ? `${said.lead} ${t("mails:closing.open")}` : t("mails:closing.done") },
        ...(todo.length > 0 ? [{ facts: todo }] : []),
        { button: t("mails:receipt.view"), url: ownEntryUrl(site, recipient, own) },
        { facts: [{ name: t("mails:receipt.due"), value: moment }, ...shopFacts(raffle, mail.language)] },
        { paragraph: t("mails:receipt.keep") },
      ],
      why: "mails:closing.why",
      stop: "mails:stop",
      hasShop: true,
    });
  };
}
