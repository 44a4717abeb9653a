import { OWNER } from "#src/access/organiser.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { renderMail } from "#src/mail/template.ts";

/** To the account that owns a raffle, the first of several: an endpoint was switched off. */
export const WEBHOOK_OFF = "webhook-off";

/** Renders that mail. Null if the endpoint is on again or gone, or the account owns the raffle no more. */
export function webhookOffRenderer(
  { productName, origin }: { readonly productName: string; readonly origin: string },
  { keys }: { readonly keys: MailKeys },
): MailRenderer {
  return async (db, { id, userId, language }) => {
    const found = await db
      .selectFrom("webhookEndpoints")
      .innerJoin("raffles", "raffles.id", "webhookEndpoints.raffleId")
      .innerJoin("raffleMembers", "raffleMembers.raffleId", "raffles.id")
      .innerJoin("users", "users.id", "raffleMembers.userId")
      .select(["webhookEndpoints.id as endpointId", "url", "codeId", "name", "email"])
      .where("offMailId", "=", id)
      .where("users.id", "=", userId)
      .where("raffleMembers.role", "=", "owner")
      .where("banned", "=", false)
      .executeTakeFirst();
    const emailKey = found ? normaliseEmail(found.email) : null;
    if (!found || emailKey === null || (await stoppedAt(db, addressKey(keys, emailKey)))) return null;
    const params = { productName, raffle: harmlessText(found.name), host: harmlessText(new URL(found.url).host) };
    const t = (key: string) => translate(language, { key, params });
    const subject = t("mails:webhookOff.subject");
    const letter = {
      ...{ language, subject, heading: t("mails:webhookOff.heading") },
      parts: [
        { paragraph: t("mails:webhookOff.lead") },
        { paragraph: t("mails:webhookOff.whatNow") },
        {
          link: t("mails:webhookOff.link"),
          url: `${origin}/webhooks/${found.codeId}/${OWNER}?endpoint=${found.endpointId}`,
        },
      ],
      footer: [t("mails:webhookOff.why")],
    };
    return { to: { name: "", address: found.email }, subject, ...renderMail(letter) };
  };
}
