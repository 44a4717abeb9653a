import { entrantToWriteTo } from "#src/access/entrant.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import { readWholeEntry } from "#src/entries/read.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import type { Mail, Message } from "#src/mail/schema.ts";
import { type MailPart, renderMail } from "#src/mail/template.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { shopFacts } from "#src/raffles/shop-facts.ts";

export type MailSite = { readonly productName: string; readonly origin: string; readonly timeZone: string };

/** An entrant who is mailed about a draw. */
export type Recipient = {
  readonly scope: ContactScope;
  readonly raffle: PublicRaffle;
  readonly entryCode: string;
  /** The normalised address. */
  readonly emailKey: string;
  /** Translates a key of a catalogue, for example "mails:listLocked.lead". */
  t(key: string, params?: Readonly<Record<string, string | number>>): string;
  /** Makes the mail of its parts. The subject has no typed text, because anybody can type anybody's address. */
  compose(letter: { readonly subject: string; readonly heading: string; readonly parts: readonly MailPart[] }): Message;
};

/** Finds who gets a mail about a draw. Null if the entry is gone, has no e-mail, or its address stopped all mail. */
export async function findRecipient(
  db: Database,
  { raffleId, entryId, language }: Mail,
  { productName, origin }: MailSite,
  keys: MailKeys,
): Promise<Recipient | null> {
  const scope = entryId === null ? null : await entrantToWriteTo(db, { raffleId, entryId });
  const view = scope && (await readWholeEntry(db, scope));
  const emailKey = view && normaliseEmail(view.entry.email);
  if (!scope || !view || emailKey === null) return null;
  const key = addressKey(keys, emailKey);
  if (await stoppedAt(db, key)) return null;
  const unsubscribeUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
  const named = { productName, raffle: harmlessText(view.raffle.name) };
  const t: Recipient["t"] = (textKey, params) => translate(language, { key: textKey, params: { ...named, ...params } });
  return {
    ...{ scope, raffle: view.raffle, entryCode: view.entry.entryCode, emailKey, t },
    compose({ subject, heading, parts: said }) {
      const facts = shopFacts(view.raffle, language);
      const parts = facts.length > 0 ? [...said, { facts }] : said;
      const footer = [t("mails:receipt.why"), t("mails:receipt.from")];
      const stop = { link: t("mails:receipt.stop"), url: unsubscribeUrl };
      const to = { name: "", address: view.entry.email };
      return { to, subject, ...renderMail({ language, subject, heading, parts, footer, stop }), unsubscribeUrl };
    },
  };
}
