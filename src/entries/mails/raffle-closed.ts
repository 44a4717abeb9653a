import { sql } from "kysely";
import { OWNER } from "#src/access/organiser.ts";
import { findOwned, queueOwnerMail } from "#src/access/team/owner-mail.ts";
import { type Clock, DAY_MS } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { fullMoment } from "#src/i18n/full-moment.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { raffleFace } from "#src/mail/face.ts";
import { renderMail } from "#src/mail/template.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { countEntries } from "../lists/entry-counts.ts";
import type { MailSite } from "./recipient.ts";

/** To the account that owns a raffle: it has closed, and until when its entries can be checked. */
export const RAFFLE_CLOSED = "raffle-closed";

/** A site that was away for longer says nothing any more of raffles that closed meanwhile. */
const STILL_NEWS_MS = DAY_MS;

/** How often a process looks for closed raffles, when there was none. */
const LOOK_EVERY_MS = 20_000;

const RAFFLES_PER_BATCH = 200;

type Closed = { readonly raffleId: string; readonly dueDate: Date };

/**
 * Writes the mails about raffles that have closed, one for each due date. The mail enqueuer calls it again and again.
 * It looks without a lock. Of several processes, only one can store a due date.
 *
 * @returns of how many raffles it wrote
 */
export function closedMails(clock: Clock): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const closed = await findClosed(tx, now);
    let written = 0;
    for (const raffle of closed) if (await writeOnce(tx, raffle)) written += 1;
    if (closed.length === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return written;
  };
}

/** Closed raffles of accounts without a mail, in one order, so that two processes never wait for each other. */
async function findClosed(tx: Transaction, now: Date): Promise<readonly Closed[]> {
  const { rows } = await sql<Closed>`
    select raffles.id as "raffleId", raffles.due_date as "dueDate" from raffles left join closed_mails on closed_mails.raffle_id = raffles.id
    where raffles.due_date <= ${now} and raffles.due_date > ${new Date(now.getTime() - STILL_NEWS_MS)}
      and raffles.entries_from = 'form' and closed_mails.due_date is distinct from raffles.due_date
      and exists (select from raffle_members where raffle_members.raffle_id = raffles.id and role = 'owner')
    order by raffles.due_date, raffles.id limit ${RAFFLES_PER_BATCH}
  `.execute(tx);
  return rows;
}

async function writeOnce(tx: Transaction, { raffleId, dueDate }: Closed): Promise<boolean> {
  const id = newId();
  const stored = await tx
    .insertInto("closedMails")
    .values({ raffleId, dueDate, mailId: id })
    .onConflict((conflict) =>
      conflict.column("raffleId").doUpdateSet({ dueDate, mailId: id }).where("closedMails.dueDate", "<>", dueDate),
    )
    .returning("raffleId")
    .executeTakeFirst();
  if (!stored) return false;
  // Of an account that has not logged in for long no language is known. That of an entrant is the best guess then.
  const entry = await tx
    .selectFrom("entries")
    .select("language")
    .where("raffleId", "=", raffleId)
    .limit(1)
    .executeTakeFirst();
  await queueOwnerMail(tx, { id, kind: RAFFLE_CLOSED, raffleId, language: entry?.language ?? "en" });
  return true;
}

/** Renders that mail. Null if the raffle is open again, its list is locked, or the account owns it no more. */
export function raffleClosedRenderer(
  site: MailSite,
  { keys, clock }: { readonly keys: MailKeys; readonly clock: Clock },
): MailRenderer {
  const { productName, origin, timeZone } = site;
  return async (db, { id, userId, language }) => {
    const raffle = await db
      .selectFrom("closedMails")
      .innerJoin("raffles", "raffles.id", "closedMails.raffleId")
      .select([
        "raffles.id",
        "name",
        "lockedAt",
        "lockAt",
        "drawDate",
        "checkMinutes",
        "leadMinutes",
        "createdAt",
        "claimDays",
      ])
      .select("raffles.dueDate")
      .where("mailId", "=", id)
      .executeTakeFirst();
    if (!raffle || raffle.lockedAt !== null || raffle.dueDate > clock()) return null;
    const owned = await findOwned(db, { raffleId: raffle.id, userId }, keys);
    if (!owned) return null;
    const totals = await countEntries(db, { raffleId: raffle.id });
    const { lock, draw } = timelineOf({ ...raffle, roundAt: null });
    const [until, drawn] = [lock, draw].map((at) => fullMoment(at, language, timeZone));
    const t = (key: TextKey, params = {}) =>
      translate(language, { key, params: { productName, raffle: harmlessText(raffle.name), ...params } });
    const subject = t("mails:raffleClosed.subject");
    const isEmpty = totals.total === 0;
    // Where nobody is in play, or it failed before, the list does not lock by itself.
    const locks = totals.inPlay > 0 && raffle.lockAt !== null;
    const lead = lock > clock() ? "mails:raffleClosed.lead" : "mails:raffleClosed.leadNow";
    const byHand = t(totals.inPlay > 0 ? "draws:desk.locksByHand" : "draws:desk.nobody");
    const shown = [
      "total",
      "inPlay",
      "rulesMissing",
      "disqualified",
      ...(totals.wonBefore > 0 ? ["wonBefore" as const] : []),
    ] as const;
    const facts = shown.map((name) => ({ name: t(`mails:raffleClosed.${name}`), value: String(totals[name]) }));
    const template = {
      ...{ language, face: raffleFace(owned, site, false), subject, heading: t("mails:raffleClosed.heading") },
      parts: isEmpty
        ? [
            { paragraph: t("mails:raffleClosed.empty") },
            { button: t("mails:raffleClosed.move"), url: `${origin}/edit-raffle/${owned.codeId}/${OWNER}` },
          ]
        : [
            { paragraph: locks ? t(lead, { moment: until }) : byHand },
            { facts },
            ...(locks ? [{ paragraph: t("mails:raffleClosed.draw", { moment: drawn }) }] : []),
            { button: t("mails:raffleClosed.check"), url: `${origin}/check-entries/${owned.codeId}/${OWNER}` },
          ],
      footer: [t("mails:raffleClosed.why"), t("mails:receipt.from")],
    };
    return { to: { name: "", address: owned.email }, subject, ...renderMail(template), trust: "proven" };
  };
}
