import { harmlessText } from "#src/base/harmless-text.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { shopFacts } from "#src/raffles/shop/shop-facts.ts";
import { findRecipient, type MailSite } from "./recipient.ts";

/** The mail to the address that an entry had when its entrant changed phone or e-mail (correct-contact.ts). */
export const CONTACT_CHANGED = "contact-changed";

type Options = { readonly keys: MailKeys };

/**
 * Renders the mail about a changed phone or e-mail. It goes to the address before the change, which the log has
 * under the mail's id. It says neither the code nor the new values: the change may hand the entry to somebody else.
 * Null if the entry is gone, it had no address, or the address unsubscribed.
 */
export function contactChangedRenderer(site: MailSite, { keys }: Options): MailRenderer {
  return async (db, mail) => {
    const logged = await db
      .selectFrom("auditLog")
      .select("before")
      .where("scopeId", "=", mail.raffleId)
      .where("id", "=", mail.id)
      .executeTakeFirst();
    const { email = "" } = (logged?.before ?? {}) as { readonly email?: string };
    const recipient = await findRecipient(db, mail, site, keys, email);
    if (!recipient) return null;
    const { raffle, t } = recipient;
    return recipient.compose({
      subject: t("mails:contactChanged.subject"),
      heading: t("mails:contactChanged.heading"),
      parts: [
        { paragraph: t("mails:contactChanged.lead") },
        { paragraph: t("mails:contactChanged.notYou") },
        { button: t("mails:planChanged.view"), url: `${site.origin}/raffle/${raffle.codeId}` },
        {
          facts: [
            { name: t("mails:receipt.raffle"), value: harmlessText(raffle.name) },
            ...shopFacts(raffle, mail.language),
          ],
        },
      ],
      why: "mails:contactChanged.why",
      stop: "mails:stop",
      hasShop: true,
    });
  };
}
