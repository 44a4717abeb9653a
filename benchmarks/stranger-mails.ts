import { setTimeout as delay } from "node:timers/promises";
import type { MailServer } from "../tests/support/mail-server.ts";
import { countOf, type Figure } from "./measure.ts";
import { person, type Stranger } from "./stranger.ts";

/** One network's entries of a day; before the limit each of them was mailed. */
const ENTRIES = 90;
const CONTACT = "0917 555 0142";
const NETWORK = "198.18.7.1";
/** A mail's way through the outbox, for the last of them. */
const LAST_MAIL_MS = 20_000;

/**
 * What one network has the site mail to strangers without a puzzle: to one mailbox in many spellings, and to many
 * people, with a telephone number in the raffle's words.
 */
export async function measureStrangerMails(stranger: Stranger, mails: MailServer): Promise<Figure[]> {
  const made = await stranger.makeRaffle(`Text YES to ${CONTACT}`, NETWORK);
  if (!made) throw new Error("A stranger's raffle was not taken.");
  const enter = async (number: number, email: string, address: string) => {
    const json = person(number, { email });
    const answer = await stranger.send(`/api/raffles/${made.codeId}/entries`, { json, address });
    await answer.arrayBuffer();
  };
  for (let n = 0; n < ENTRIES; n += 1) await enter(20_000 + n, `mail.box+${n}@gmail.com`, `198.18.${8 + n}.1`);
  for (let n = 0; n < ENTRIES; n += 1) await enter(30_000 + n, `stranger${n}@example.net`, NETWORK);
  await delay(LAST_MAIL_MS);
  const toMailbox = mails.accepted.filter(({ to }) => to.endsWith("@gmail.com"));
  const toStrangers = mails.accepted.filter(({ to }) => to.endsWith("@example.net"));
  const withNumber = [...toMailbox, ...toStrangers].filter(({ mail }) => mail.text?.includes(CONTACT));
  return [
    countOf("strangers: mails of a day to one mailbox in many spellings (N5)", toMailbox.length, ENTRIES),
    countOf("strangers: people mailed by one network without a puzzle (N5)", toStrangers.length, ENTRIES),
    countOf("strangers: of these, mails with a stranger's telephone number (N1)", withNumber.length, 2 * ENTRIES),
  ];
}
