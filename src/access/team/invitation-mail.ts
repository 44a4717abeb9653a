import { type Clock, DAY_MS } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { fullMoment } from "#src/i18n/full-moment.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { siteFace } from "#src/mail/face.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { renderMail } from "#src/mail/template.ts";
import { invitationToMail } from "./invitations.ts";

/** From one account, for all its raffles: the whole staff of a large shop. */
const FROM_ACCOUNT = { name: "invitation by account", most: 50, windowMs: DAY_MS };

type Options = {
  readonly keys: MailKeys;
  readonly secret: Uint8Array;
  readonly clock: Clock;
};

/**
 * Renders an invitation to a raffle. Null if it has ended, or its address stopped such mail. Past a limit of the day it
 * is not sent: the owner has the same link on the screen.
 *
 * Names that people typed are changed so that no mail program makes a link of them, and are not in the subject.
 */
export function invitationRenderer(
  {
    productName,
    origin,
    timeZone,
  }: { readonly productName: string; readonly origin: string; readonly timeZone: string },
  { keys, secret, clock }: Options,
): MailRenderer {
  return async (db, { id, userId, language }) => {
    const invitation = await invitationToMail({ db, secret, now: clock() }, id);
    if (!invitation || userId === null) return null;
    const { email, role, token } = invitation;
    const key = addressKey(keys, email);
    if (await stoppedAt(db, key)) return null;
    const params = {
      productName,
      raffle: harmlessText(invitation.raffle),
      inviter: harmlessText(invitation.inviter),
      date: fullMoment(invitation.expiresAt, language, timeZone),
    };
    const t = (name: KeyOf<"mails">) => translate(language, { key: `mails:${name}`, params });
    const stopUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
    const what = role === "helper" ? "help" : "organise";
    const subject = t(`invitation.${what}.subject`);
    const template = {
      language,
      face: siteFace({ productName }),
      subject,
      heading: t(`invitation.${what}.heading`),
      parts: [
        { paragraph: t("invitation.lead") },
        { paragraph: t(`invitation.role.${role}`) },
        { button: t("invitation.link"), url: `${origin}/invitation/${token}` },
        { paragraph: t("invitation.until") },
        { paragraph: t("invitation.notYou") },
      ],
      footer: [t("invitation.why"), t("receipt.from")],
      stop: { link: t("stop"), url: stopUrl },
    };
    const limits = [{ ...FROM_ACCOUNT, value: userId }];
    return { to: { name: "", address: email }, subject, ...renderMail(template), unsubscribeUrl: stopUrl, limits };
  };
}
