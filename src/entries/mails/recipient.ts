import { entrantToWriteTo } from "#src/access/entrant.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { groupedCode } from "#src/base/code-formats.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import { fullMoment } from "#src/i18n/full-moment.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey, TextParams } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { raffleFace } from "#src/mail/face.ts";
import type { MailPart, MailTemplate } from "#src/mail/mail-parts.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import type { Mail, MailAttachment, Message } from "#src/mail/schema.ts";
import { renderMail } from "#src/mail/template.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { isContactMailed, shopFacts } from "#src/raffles/shop/shop-facts.ts";
import type { EntryView } from "../entry-view.ts";
import { readWholeEntry } from "../read.ts";
import { askTyped, withoutTelephones } from "../typed/typed-mail.ts";

export type MailSite = { readonly productName: string; readonly origin: string; readonly timeZone: string };

/**
 * A mail to an entrant. The subject has no typed text, because anybody can type anybody's address. It has the entry
 * code where the mail itself may: no swindler knows it.
 */
export type EntrantMail = {
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly MailPart[];
  /** Keys of the sentence that says why it comes, and of the link that ends such mails; else those of a receipt. */
  readonly why?: TextKey;
  readonly stop?: TextKey;
  /** Set if the parts hold the shop's facts; else they come last. */
  readonly hasShop?: boolean;
  readonly attachments?: readonly MailAttachment[];
};

/** What all mails about an entry say alike. */
export type EntryWords = {
  /** Translates a key of a catalogue, for example "mails:listLocked.lead". */
  t(key: TextKey, params?: TextParams): string;
  /** A time in full, in the words of the mail's language. */
  moment(at: Date): string;
  /** The entry code as it is read, for mails that may have it: not the one to a former address. */
  readonly shownCode: string;
  /** The entrant's ticket, for the same mails. Its number exists once the list is locked. */
  ticket(number?: number): MailPart;
};

/** An entrant who is written to. */
export type Recipient = EntryWords & {
  readonly scope: ContactScope;
  readonly raffle: PublicRaffle;
  readonly entry: EntryView["entry"];
  readonly rules: EntryView["rules"];
  readonly standing: EntryView["standing"];
  /** The normalised address. */
  readonly emailKey: string;
  /** An organiser's text as this person may read it: no link, and in a guarded mail no telephone number. */
  readable(text: string): string;
  compose(mail: EntrantMail): Message;
};

/**
 * Finds the entrant whom a mail is for.
 *
 * @param address where it goes, if that is not the entry's e-mail
 * @returns null if the entry is gone, there is no address, it stopped all mail, or somebody else typed it and the
 *   rule of typed addresses (typed/rules.ts) says no
 */
export async function findRecipient(
  db: Database,
  { raffleId, entryId, language }: Mail,
  site: MailSite,
  keys: MailKeys,
  address?: string,
): Promise<Recipient | null> {
  const scope = entryId === null ? null : await entrantToWriteTo(db, { raffleId, entryId });
  const typed = scope && (await askTyped(db, scope));
  const whole = typed && (await readWholeEntry(db, scope));
  const view = whole && typed.isGuarded ? withoutTelephones(whole, language) : whole;
  const to = { name: "", address: address ?? view?.entry.email ?? "" };
  const emailKey = normaliseEmail(to.address);
  if (!scope || !typed || !view || emailKey === null) return null;
  const key = addressKey(keys, emailKey);
  if (await stoppedAt(db, key)) return null;
  const { raffle, entry, rules, standing } = view;
  const { origin } = site;
  const unsubscribeUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
  const words = entryWords(raffle, entry, language, site);
  return {
    ...{ scope, raffle, entry, rules, standing, emailKey },
    ...words,
    readable: (text) => typed.readable(harmlessText(text), language),
    compose(mail) {
      const { subject, parts: said, stop = "mails:receipt.stop", attachments } = mail;
      const first = typed.isTyped ? [{ paragraph: words.t("mails:typed.lead") }] : [];
      const saysContact = !typed.isTyped && whole?.raffle.shopContact !== "";
      const page = saysContact ? `${origin}/raffle/${raffle.codeId}` : null;
      const template = entrantMailTemplate(raffle, words, { ...mail, parts: [...first, ...said] }, { language, page });
      const end = { link: words.t(stop), url: unsubscribeUrl };
      const face = raffleFace(raffle, site, typed.isGuarded);
      const rendered = renderMail({ ...template, face, stop: end });
      const { limits, trust } = typed;
      return { to, subject, ...rendered, unsubscribeUrl, limits, trust, ...(attachments && { attachments }) };
    },
  };
}

/** Where the shop's contact is that the mail does not show: the raffle's page, with a link unless the mail has it. */
function contactOnPage({ t }: Pick<EntryWords, "t">, url: string, said: readonly MailPart[]): MailPart[] {
  const isLinked = said.some((part) => "url" in part && part.url === url);
  const link = isLinked ? [] : [{ link: t("mails:planChanged.view"), url }];
  return [{ paragraph: t("mails:typed.contactOnPage") }, ...link];
}

/** The words of mails about an entry, whoever reads them. */
export function entryWords(
  { name }: Pick<PublicRaffle, "name">,
  { entryCode }: Pick<EntryView["entry"], "entryCode">,
  language: Language,
  { productName, timeZone }: Pick<MailSite, "productName" | "timeZone">,
): EntryWords {
  const named = { productName, raffle: harmlessText(name) };
  const t: EntryWords["t"] = (key, params) => translate(language, { key, params: { ...named, ...params } });
  return {
    t,
    moment: (at) => fullMoment(at, language, timeZone),
    shownCode: groupedCode(entryCode),
    ticket: (number) => ({
      ticket: {
        raffle: { name: t("mails:receipt.raffle"), value: named.raffle },
        ...(number !== undefined && { number: { name: t("entries:ticket.number"), value: String(number) } }),
        code: { name: t("mails:receipt.entryCode"), value: groupedCode(entryCode) },
      },
    }),
  };
}

/**
 * The mail about an entry as its template: with the shop's facts, and why it comes.
 *
 * @param page the raffle's page, to which a contact that is not mailed is left; null if there is none, or the mail
 *   says so itself
 */
export function entrantMailTemplate(
  raffle: PublicRaffle,
  words: Pick<EntryWords, "t">,
  { subject, heading, parts, why = "mails:receipt.why", hasShop }: EntrantMail,
  { language, page }: { readonly language: Language; readonly page: string | null },
): Omit<MailTemplate, "face" | "stop"> {
  const facts = hasShop ? [] : shopFacts(raffle, language);
  const shop = facts.length > 0 ? [{ facts }] : [];
  const left = page !== null && !isContactMailed(raffle) ? contactOnPage(words, page, parts) : [];
  const footer = [words.t(why), words.t("mails:receipt.from")];
  return { language, subject, heading, parts: [...parts, ...shop, ...left], footer };
}

/** The address of a recipient's entry page. With `own`, the token of a mail's link, it shows their contact. */
export function ownEntryUrl(
  { origin }: MailSite,
  {
    raffle,
    entry,
  }: { readonly raffle: Pick<PublicRaffle, "codeId">; readonly entry: Pick<EntryView["entry"], "entryCode"> },
  own: string,
): string {
  return `${origin}/raffle-entry/${raffle.codeId}/${entry.entryCode}?own=${own}`;
}
