import { entrantToWriteTo } from "#src/access/read.ts";
import type { Database } from "#src/db/connect.ts";
import { normaliseEmail } from "#src/entries/email.ts";
import { readEntry } from "#src/entries/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import type { Composer } from "#src/mail/delivery.ts";
import { writeLetter } from "#src/mail/letter.ts";
import type { Mail } from "#src/mail/schema.ts";
import { addressKey, type NewsKeys, unsubscribeToken } from "./address-key.ts";
import { findAdminAddress, readNews, refusedAt } from "./read.ts";
import { paragraphsOf, textFor } from "./rules.ts";

export const NEWS = "news";

/** Whom a news mail goes to; the raffle in which they asked for it, or null where it is an admin's test. */
type Recipient = { readonly to: { readonly name: string; readonly address: string }; readonly raffle: string | null };

/**
 * Writes a news mail. Null where the news was stopped, and where the entry is gone or its person has said no since the
 * outbox was filled.
 */
export function newsComposer(
  site: { readonly productName: string; readonly origin: string },
  keys: NewsKeys,
): Composer {
  return async (db, mail) => {
    const news = mail.newsId === null ? null : await readNews(db, mail.newsId);
    if (!news || news.state === "stopped") return null;
    const recipient = await recipientOf(db, mail, keys);
    const emailKey = recipient && normaliseEmail(recipient.to.address);
    if (!recipient || emailKey === null) return null;
    const { language, subject, text } = textFor(news.texts, mail.language);
    const token = unsubscribeToken(keys, addressKey(keys, emailKey));
    const unsubscribeUrl = `${site.origin}/unsubscribe/${token}?lang=${language}`;
    const params = { productName: site.productName, raffle: recipient.raffle ?? "" };
    const t = (key: string) => sentence(language, { key: `mails:${key}`, params });
    const letter = {
      language,
      subject,
      heading: subject,
      parts: paragraphsOf(text).map((prose) => ({ prose })),
      footer: [t(recipient.raffle === null ? "news.test" : "news.why"), t("news.from")],
      stop: { link: t("news.stop"), url: unsubscribeUrl },
    };
    return { to: recipient.to, subject, ...writeLetter(letter), unsubscribeUrl };
  };
}

async function recipientOf(db: Database, mail: Mail, keys: NewsKeys): Promise<Recipient | null> {
  const { raffleId, entryId, userId } = mail;
  if (userId !== null) {
    const to = await findAdminAddress(db, userId);
    return to && { to, raffle: null };
  }
  if (entryId === null) return null;
  const scope = await entrantToWriteTo(db, { raffleId, entryId });
  const view = scope && (await readEntry(db, scope));
  if (!view?.entry.promotions) return null;
  const { firstName, lastName, email, createdAt } = view.entry;
  const emailKey = normaliseEmail(email);
  const refused = emailKey && (await refusedAt(db, addressKey(keys, emailKey)));
  if (refused && refused >= createdAt) return null;
  return { to: { name: `${firstName} ${lastName}`, address: email }, raffle: view.raffle.name };
}
