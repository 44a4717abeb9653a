import { entrantToWriteTo } from "#src/access/entrant.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import { readWholeEntry } from "#src/entries/read.ts";
import type { Addressee } from "#src/entries/typed/typed-mail.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { siteFace } from "#src/mail/face.ts";
import type { Mail } from "#src/mail/schema.ts";
import { renderMail } from "#src/mail/template.ts";
import { readOwnNews } from "./own-news.ts";
import { findAdminAddress, readNews } from "./read.ts";
import { paragraphsOf, textFor } from "./rules.ts";

export const NEWS = "news";

/** The recipient of a news mail, the raffle in which they asked for it, and what the rule of typed addresses says. */
type Recipient = {
  readonly to: { readonly name: string; readonly address: string };
  /** Null for an admin's test. */
  readonly raffle: string | null;
  readonly addressee: Addressee | null;
};

/**
 * Renders news mails. Null if the news was stopped, if the entry is gone, or if its person has refused news or stopped
 * all mail since the outbox was filled.
 */
export function newsRenderer(
  site: { readonly productName: string; readonly origin: string },
  keys: MailKeys,
): MailRenderer {
  return async (db, mail) => {
    const news = mail.newsId === null ? null : await readNews(db, mail.newsId);
    if (!news || news.state === "stopped") return null;
    const recipient = await recipientOf(db, mail, keys);
    const emailKey = recipient && normaliseEmail(recipient.to.address);
    if (!recipient || emailKey === null) return null;
    const { language, subject, text } = textFor(news.texts, mail.language);
    const key = addressKey(keys, emailKey);
    const token = unsubscribeToken(keys, key);
    const unsubscribeUrl = `${site.origin}/unsubscribe/${token}?lang=${language}`;
    const params = { productName: site.productName, raffle: harmlessText(recipient.raffle ?? "") };
    const t = (key: KeyOf<"mails">) => translate(language, { key: `mails:${key}`, params });
    const template = {
      language,
      face: siteFace(site),
      subject,
      heading: subject,
      parts: paragraphsOf(text).map((prose) => ({ prose })),
      footer: [t(recipient.raffle === null ? "news.test" : "news.why"), t("news.from")],
      stop: { link: t("news.stop"), url: unsubscribeUrl },
    };
    const { limits = [], trust = "proven" } = recipient.addressee ?? {};
    return { to: recipient.to, subject, ...renderMail(template), unsubscribeUrl, limits, trust };
  };
}

async function recipientOf(db: Database, mail: Mail, keys: MailKeys): Promise<Recipient | null> {
  const { raffleId, entryId, userId } = mail;
  if (userId !== null) {
    const to = await findAdminAddress(db, userId);
    return to && { to, raffle: null, addressee: null };
  }
  if (entryId === null) return null;
  const scope = await entrantToWriteTo(db, { raffleId, entryId });
  const own = scope && (await readOwnNews(db, scope, keys));
  if (!scope || own?.state !== "gets") return null;
  const view = await readWholeEntry(db, scope);
  if (!view) return null;
  return { to: { name: "", address: view.entry.email }, raffle: view.raffle.name, addressee: own.addressee };
}
