import { sql } from "kysely";
import { entrantToWriteTo } from "#src/access/read.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { formatDate, showMoment } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import type { Composer } from "#src/mail/delivery.ts";
import { writeLetter } from "#src/mail/letter.ts";
import { oldestNotes } from "./oldest-notes.ts";
import { readEntry } from "./read.ts";

export const ENTRY_RECEIPT = "entry-receipt";

/** A round takes some ten milliseconds, during which others wait for the processor. */
const ROUND = { notes: 100, entries: 500 };

/**
 * Puts the receipts of entries into the outbox, of which insertEntries took note: after a rush there are thousands, so that
 * none of them comes here. A receipt has the id of its entry, which has one. Of processes that do so at once, each takes
 * other notes.
 *
 * @param state as which: to be sent, or put aside
 * @returns how many notes there were
 */
export async function queueReceipts(tx: Transaction, state: "waiting" | "held"): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    with taken as (
      delete from receipt_requests
      where (raffle_id, id) in (${oldestNotes("receipt_requests", ROUND, { locked: true })})
      returning raffle_id, entry_ids
    ), queued as (
      insert into mails (raffle_id, id, kind, entry_id, language, state)
      select entries.raffle_id, entries.id, ${ENTRY_RECEIPT}, entries.id, entries.language, ${state}
      from taken cross join unnest(taken.entry_ids) as entry_id
      join entries on entries.raffle_id = taken.raffle_id and entries.id = entry_id
    )
    select count(*)::int as notes from taken
  `.execute(tx);
  return rows[0]?.notes ?? 0;
}

/** Writes the receipt of an entry: its code, the dates, and the way back to it. Null where the entry is gone. */
export function receiptComposer(site: {
  readonly productName: string;
  readonly origin: string;
  readonly timeZone: string;
}): Composer {
  return async (db, { raffleId, entryId, language }) => {
    if (entryId === null) return null;
    const scope = await entrantToWriteTo(db, { raffleId, entryId });
    const view = scope && (await readEntry(db, scope));
    if (!view) return null;
    const { entry, raffle } = view;
    const { productName, origin, timeZone } = site;
    const due = showMoment(raffle.dueDate, language, timeZone);
    const params = {
      productName,
      raffle: raffle.name,
      firstName: entry.firstName,
      dueDate: due.date,
      dueTime: due.time,
    };
    const t = (key: string) => sentence(language, { key: `mails:${key}`, params });
    const subject = t("receipt.subject");
    const letter = {
      language,
      subject,
      heading: t("receipt.heading"),
      parts: [
        { paragraph: t("receipt.lead") },
        { label: t("receipt.entryCode"), code: entry.entryCode },
        {
          facts: [
            { name: t("receipt.raffle"), value: raffle.name },
            { name: t("receipt.due"), value: t("receipt.dueMoment") },
            { name: t("receipt.draw"), value: formatDate(raffle.drawDate, language, timeZone) },
          ],
        },
        { paragraph: t("receipt.whatNow") },
        { link: t("receipt.view"), url: `${origin}/raffle-entry/${raffle.codeId}/${entry.entryCode}` },
        { paragraph: t("receipt.keep") },
      ],
      footer: [t("receipt.why"), t("receipt.from")],
    };
    const name = `${entry.firstName} ${entry.lastName}`;
    return { to: { name, address: entry.email }, subject, ...writeLetter(letter) };
  };
}
