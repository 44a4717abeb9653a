import { OWNER } from "#src/access/organiser.ts";
import { findOwned } from "#src/access/team/owner-mail.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { raffleFace } from "#src/mail/face.ts";
import { renderMail } from "#src/mail/template.ts";

/** To the account that owns a raffle, the first of several: an endpoint was switched off. */
export const WEBHOOK_OFF = "webhook-off";

/** Renders that mail. Null if the endpoint is on again or gone, or the account owns the raffle no more. */
export function webhookOffRenderer(
  site: { readonly productName: string; readonly origin: string },
  { keys }: { readonly keys: MailKeys },
): MailRenderer {
  const { productName, origin } = site;
  return async (db, { id, userId, language }) => {
    const endpoint = await db
      .selectFrom("webhookEndpoints")
      .select(["id", "raffleId", "url"])
      .where("offMailId", "=", id)
      .executeTakeFirst();
    const found = endpoint && (await findOwned(db, { raffleId: endpoint.raffleId, userId }, keys));
    if (!endpoint || !found) return null;
    const params = { productName, raffle: harmlessText(found.name), host: harmlessText(new URL(endpoint.url).host) };
    const t = (key: TextKey) => translate(language, { key, params });
    const subject = t("mails:webhookOff.subject");
    const template = {
      ...{ language, face: raffleFace(found, site, false), subject, heading: t("mails:webhookOff.heading") },
      parts: [
        { paragraph: t("mails:webhookOff.lead") },
        { paragraph: t("mails:webhookOff.whatNow") },
        {
          button: t("mails:webhookOff.link"),
          url: `${origin}/webhooks/${found.codeId}/${OWNER}?endpoint=${endpoint.id}`,
        },
      ],
      footer: [t("mails:webhookOff.why"), t("mails:receipt.from")],
    };
    return { to: { name: "", address: found.email }, subject, ...renderMail(template), trust: "proven" };
  };
}
