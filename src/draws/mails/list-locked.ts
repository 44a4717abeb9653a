import { LRUCache } from "lru-cache";
import { entryLinkToken } from "#src/access/entry-link.ts";
import type { Clock } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import type { Database } from "#src/db/connect.ts";
import {
  type EntrantMail,
  type EntryWords,
  findRecipient,
  type MailSite,
  ownEntryUrl,
  type Recipient,
} from "#src/entries/mails/recipient.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { jsonAttachment, type MailAttachment } from "#src/mail/schema.ts";
import { createListSearch } from "../lock/list-search.ts";
import { lockWords } from "../lock/lock-words.ts";
import { lockedStanding } from "../locked-standing.ts";
import { readLockProof } from "../log/read.ts";
import { type OwnTicket, ownDrawAddress, readOwnTicket } from "../own-ticket.ts";
import { findDraw } from "../read.ts";
import { ticketFile } from "./ticket-file.ts";

export const LIST_LOCKED = "list-locked";

type ListLockedOptions = {
  readonly keys: MailKeys;
  readonly secret: Uint8Array;
  readonly clock: Clock;
};

/**
 * Renders the mail that makes an entrant a witness of the locked list: their ticket, its six words, and as files the
 * hash and the proof that the ticket is in. Null if nobody is to be written to. Null also once the randomness is
 * public: the mail would say that it came before.
 */
export function listLockedRenderer(site: MailSite, { keys, secret, clock }: ListLockedOptions): MailRenderer {
  const findInList = createListSearch();
  const lockFiles = createLockFiles();
  return async (db, mail) => {
    const recipient = await findRecipient(db, mail, site, keys);
    const own = recipient && (await readOwnTicket({ db, secret, findInList }, recipient.scope, recipient.scope));
    const token = recipient && (await entryLinkToken(secret, db, recipient.scope));
    if (!recipient || !own?.seal || token === null) return null;
    const { ticket, seal } = own;
    const { lockHash, roundAt } = ticket.draw;
    if (roundAt <= clock()) return null;
    const { raffle } = recipient;
    const state = lockedStanding(recipient.standing, ticket, raffle).state === "in" ? "in" : "out";
    const file = ticketFile(ticket, seal);
    const lockedFiles = await lockFiles.forceFetch(recipient.scope.raffleId, { context: db });
    return recipient.compose({
      ...lockedMail(recipient, {
        ticket: ticket.ticket,
        state,
        line: lockedLineOf(recipient, ticket, mail.language, site),
        drawAt: roundAt,
        words: await lockWords(lockHash),
        checkUrl: ownDrawAddress(site.origin, seal, lockHash),
        entryUrl: ownEntryUrl(site, recipient, token),
      }),
      attachments: [file, ...(lockedFiles ?? [])],
    });
  };
}

/** What the mail about a locked list says of a ticket. */
export type LockedFacts = Readonly<Record<"line" | "words" | "checkUrl" | "entryUrl", string>> & {
  readonly ticket: number;
  readonly state: "in" | "out";
  readonly drawAt: Date;
};

/** The mail about a locked list, without its files. */
export function lockedMail({ t, moment, shownCode, ticket }: EntryWords, facts: LockedFacts): EntrantMail {
  const { state } = facts;
  return {
    subject: t(`mails:listLocked.subject.${state}`, { ticket: facts.ticket, code: shownCode }),
    heading: t(`mails:listLocked.heading.${state}`),
    parts: [
      ticket(facts.ticket),
      { paragraph: facts.line },
      { facts: [{ name: t("entries:ticket.drawn"), value: moment(facts.drawAt) }] },
      { label: t("mails:listLocked.words"), code: facts.words },
      { paragraph: t("mails:listLocked.compare") },
      { button: t("entries:ticket.check"), url: facts.checkUrl },
      { paragraph: t("mails:listLocked.lead") },
      { paragraph: t("mails:listLocked.keep") },
      { link: t("mails:receipt.view"), url: facts.entryUrl },
      { paragraph: t("mails:listLocked.secret") },
      { paragraph: t("mails:listLocked.files") },
    ],
  };
}

/** Files of so many raffles are stored, for some seconds: all mails about a lock have the same. */
const STORED_FILES = { max: 100, ttl: 5_000 };

/** Reads the files that make a mail about a lock convict: the signed lock, and the proof that the log has it. */
function createLockFiles() {
  return new LRUCache<string, readonly MailAttachment[], Database>({
    ...STORED_FILES,
    fetchMethod: (raffleId, _, { context: db }) => readLockFiles(db, raffleId),
  });
}

async function readLockFiles(db: Database, raffleId: string): Promise<readonly MailAttachment[]> {
  const draw = await findDraw(db, raffleId);
  if (!draw) return [];
  const { lock, signature, siteKey } = draw.published;
  const name = `lock-${lock.plan.raffle}`;
  const proof = await readLockProof(db, raffleId);
  return [
    jsonAttachment(`${name}.json`, { lock, signature, siteKey }),
    ...(proof ? [jsonAttachment(`${name}-log.json`, proof)] : []),
  ];
}

/** What a ticket of the locked list can win, in the line that its entrant's page has. */
export function lockedLineOf(
  { standing, raffle }: Recipient,
  ticket: OwnTicket,
  language: Language,
  { timeZone }: MailSite,
): string {
  return harmlessText(standingLine(lockedStanding(standing, ticket, raffle), raffle, { language, timeZone }));
}
