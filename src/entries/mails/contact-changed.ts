import { entrantToWriteTo } from "#src/access/entrant.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { renderMail } from "#src/mail/template.ts";
import { shopFacts } from "#src/raffles/shop-facts.ts";
import type { AttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { inWindow } from "#src/rate-limits/backoff.ts";
import { readWholeEntry } from "../read.ts";

/** The mail to the address that an entry had when its entrant changed phone or e-mail (correct-contact.ts). */
export const CONTACT_CHANGED = "contact-changed";

/** Such mails per address and day: a family's entries. Whoever uses it up to hide a change has told it twenty times. */
const OF_ADDRESS = inWindow(20, 86_400_000);

type Options = { readonly keys: MailKeys; readonly counter: Pick<AttemptCounter, "count"> };

/**
 * Renders the mail that tells of a changed phone or e-mail. It goes to the address before the change, which the log has
 * under the mail's id. It says neither the code nor the new values: the change may hand the entry to somebody else.
 * Null if the entry is gone, it had no address, or the address unsubscribed or got too many.
 */
export function contactChangedRenderer(
  { productName, origin }: { readonly productName: string; readonly origin: string },
  { keys, counter }: Options,
): MailRenderer {
  return async (db, { id, raffleId, entryId, language, attempts }) => {
    const scope = entryId === null ? null : await entrantToWriteTo(db, { raffleId, entryId });
    const view = scope && (await readWholeEntry(db, scope));
    const logged = await db
      .selectFrom("auditLog")
      .select("before")
      .where("scopeId", "=", raffleId)
      .where("id", "=", id)
      .executeTakeFirst();
    const { email = "" } = (logged?.before ?? {}) as { readonly email?: string };
    const emailKey = normaliseEmail(email);
    if (!view || emailKey === null) return null;
    const key = addressKey(keys, emailKey);
    if (await stoppedAt(db, key)) return null;
    const by = { policy: OF_ADDRESS, kind: "contact change by address", value: emailKey };
    if (attempts === 1 && (await counter.count([by])) > 0) return null;
    const raffle = harmlessText(view.raffle.name);
    const t = (name: string) => translate(language, { key: `mails:${name}`, params: { productName, raffle } });
    const stopUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
    const subject = t("contactChanged.subject");
    const letter = {
      language,
      subject,
      heading: t("contactChanged.heading"),
      parts: [
        { paragraph: t("contactChanged.lead") },
        { paragraph: t("contactChanged.notYou") },
        { facts: [{ name: t("receipt.raffle"), value: raffle }, ...shopFacts(view.raffle, language)] },
      ],
      footer: [t("contactChanged.why"), t("receipt.from")],
      stop: { link: t("receipt.stop"), url: stopUrl },
    };
    return { to: { name: "", address: email }, subject, ...renderMail(letter), unsubscribeUrl: stopUrl };
  };
}
