import { entryLinkToken } from "#src/access/entry-link.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import type { Database } from "#src/db/connect.ts";
import { findRecipient, type MailSite, ownEntryUrl } from "#src/entries/mails/recipient.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import type { Mail } from "#src/mail/schema.ts";
import { photoSource } from "./stored-photo.ts";
import { whyNoPhoto } from "./upload-photo.ts";

/** To an entrant whose photo the shop refused. It has the photo's id, so that there is one for each refusal. */
export const PHOTO_REFUSED = "photo-refused";

type Options = { readonly keys: MailKeys; readonly secret: Uint8Array };

/**
 * Renders that mail: for what the photo was, why it was refused, and until when another one can be sent. Null if photo
 * or rule is gone, or nobody is to be written to.
 */
export function photoRefusedRenderer(site: MailSite, { keys, secret }: Options): MailRenderer {
  return async (db, mail) => {
    const refused = await readRefused(db, mail);
    if (!refused) return null;
    const recipient = await findRecipient(db, mail, site, keys);
    const own = recipient && (await entryLinkToken(secret, db, recipient.scope));
    const rule = recipient?.raffle.rules.find(({ id }) => id === refused.ruleId);
    if (!recipient || !rule || !own) return null;
    const { t, scope, raffle } = recipient;
    const canSend = (await whyNoPhoto(db, scope, rule.id)) === null;
    const until = { name: t("mails:receipt.due"), value: recipient.moment(raffle.dueDate) };
    return recipient.compose({
      subject: t("mails:photoRefused.subject", { code: recipient.shownCode }),
      heading: t("mails:photoRefused.heading"),
      parts: [
        { paragraph: t("mails:photoRefused.lead") },
        recipient.ticket(),
        {
          facts: [
            { name: t("mails:photoRefused.rule"), value: harmlessText(rule.details) },
            { name: t("mails:photoRefused.reason"), value: recipient.readable(refused.reason) },
            ...(canSend ? [until] : []),
          ],
        },
        { paragraph: t(`mails:photoRefused.${canSend ? "again" : "noMore"}`) },
        {
          button: t(canSend ? "mails:photoRefused.send" : "mails:receipt.view"),
          url: `${ownEntryUrl(site, recipient, own)}#photos`,
        },
        { paragraph: t("mails:receipt.keep") },
      ],
      why: "mails:photoRefused.why",
    });
  };
}

/** A refused photo, and the reason as it stands in the ledger. */
function readRefused(db: Database, { id, raffleId, entryId }: Mail) {
  return db
    .selectFrom("proofPhotos")
    .innerJoin("earnedDrops", (join) =>
      join
        .onRef("earnedDrops.raffleId", "=", "proofPhotos.raffleId")
        .onRef("earnedDrops.entryId", "=", "proofPhotos.entryId"),
    )
    .select(["proofPhotos.ruleId", "reason"])
    .where("proofPhotos.raffleId", "=", raffleId)
    .where("proofPhotos.id", "=", id)
    .where("proofPhotos.entryId", "=", entryId)
    .where("state", "=", "refused")
    .where("sourceKey", "=", photoSource(id))
    .executeTakeFirst();
}
