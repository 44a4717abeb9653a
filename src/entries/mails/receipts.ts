import { sql } from "kysely";
import { entryLinkToken } from "#src/access/entry-link.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import type { Database } from "#src/db/connect.ts";
import { forEachShard } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import type { MailAttachment } from "#src/mail/schema.ts";
import { shopFacts } from "#src/raffles/shop/shop-facts.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { standingLine } from "../standing/standing-line.ts";
import { takeOldest } from "./oldest-in-queue.ts";
import { findRecipient, type MailSite, ownEntryUrl } from "./recipient.ts";

export const ENTRY_RECEIPT = "entry-receipt";

/** The mail to an entrant who has lost the code, and asks for it (mail-code.ts). */
export const ENTRY_CODE = "entry-code";

/** The limits of one batch: it takes some ten milliseconds, during which requests wait for the CPU. */
const ROUND = { rows: 100, entries: 500, locked: true };

/**
 * Puts the receipts that `insertEntries` requested into the outbox. A receipt has the id of its entry, so each entry
 * gets one. Concurrent processes take different rows.
 *
 * @param state the state of the new mails: to be sent, or held back
 * @returns the number of queue rows processed, 0 if there were none
 */
export async function queueReceipts(tx: Transaction, state: "waiting" | "held"): Promise<number> {
  const { rows, entries } = await takeOldest(tx, "receipt_requests", ROUND);
  await forEachShard(
    tx,
    entries,
    (isOneOf) => sql`
      insert into mails (raffle_id, id, kind, entry_id, language, state)
      select raffle_id, id, ${ENTRY_RECEIPT}, id, language, ${state} from entries where ${isOneOf()}
    `,
  );
  return rows;
}

export type ReceiptOptions = {
  readonly keys: MailKeys;
  /** The site's secret, which signs the link to the entry. */
  readonly secret: Uint8Array;
  /** Signs what the site knows of an entry now, as a file that comes with the mail. Null if the entry is gone. */
  readonly signedReceipt: (db: Database, scope: ContactScope) => Promise<MailAttachment | null>;
};

/**
 * Renders the receipt of an entry, or the mail to who has lost its code: the code, the dates, and a link to it. Null if
 * the entry is gone or its address unsubscribed.
 *
 * Anybody can type anybody's address. So the subject has no typed text. In the body, typed text is changed so that no
 * mail program makes a link of it.
 */
export function receiptRenderer(site: MailSite, { keys, secret, signedReceipt }: ReceiptOptions): MailRenderer {
  return async (db, mail) => {
    const recipient = await findRecipient(db, mail, site, keys);
    if (!recipient) return null;
    const { kind, language } = mail;
    const { scope, raffle, shownCode: code, t } = recipient;
    const own = await entryLinkToken(secret, db, scope);
    const signed = await signedReceipt(db, scope);
    if (own === null || signed === null) return null;
    const isAgain = kind === ENTRY_CODE;
    const name = isAgain ? "mails:code" : "mails:receipt";
    const standing = harmlessText(standingLine(recipient.standing, raffle, { language, timeZone: site.timeZone }));
    return recipient.compose({
      subject: t(isAgain ? "mails:code.subject" : `mails:receipt.subject.${recipient.standing.state}`, { code }),
      heading: t(isAgain ? "mails:code.heading" : `mails:receipt.heading.${recipient.standing.state}`),
      parts: [
        { paragraph: t(`${name}.lead`) },
        recipient.ticket(),
        { paragraph: standing },
        { button: t("mails:receipt.view"), url: ownEntryUrl(site, recipient, own) },
        {
          facts: [
            { name: t("mails:receipt.due"), value: recipient.moment(raffle.dueDate) },
            { name: t("mails:receipt.draw"), value: recipient.moment(timelineOf(raffle).draw) },
            ...shopFacts(raffle, language),
          ],
        },
        ...(isAgain ? [] : [{ paragraph: t("mails:receipt.whatNow") }]),
        { paragraph: t("mails:receipt.keep") },
        { paragraph: t("mails:receipt.signed", { file: signed.name }) },
      ],
      attachments: [signed],
      why: `${name}.why`,
      hasShop: true,
    });
  };
}
