import { entrantToWriteTo } from "#src/access/entrant.ts";
import { entryLinkToken } from "#src/access/entry-link.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId } from "#src/base/ids.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { raffleFace } from "#src/mail/face.ts";
import type { MailPart } from "#src/mail/mail-parts.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { openContent, sealContent } from "#src/mail/sealed-content.ts";
import { renderMail } from "#src/mail/template.ts";
import { queueMail } from "#src/mail/write.ts";
import type { RemovalReason } from "#src/raffles/limits.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { dropsText } from "#src/raffles/rule-text.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { isContactMailed, shopFacts } from "#src/raffles/shop/shop-facts.ts";
import { mailsEntrant } from "../typed/rules.ts";
import { readable } from "../typed/typed-mail.ts";
import { type MailSite, ownEntryUrl } from "./recipient.ts";

/** The mail to the address that an entry had when somebody else changed its contact, took drops back or deleted it. */
export const CHANGED_BY_OTHER = "changed-by-other";

/** Who may change entries of other people. */
export type Changer = "organiser" | "admin";

/** An entry as it was, about which its entrant is notified. Fields as in the row of `entries`. */
export type FormerEntry = {
  readonly raffleId: string;
  readonly entryCode: string;
  readonly email: string;
  readonly language: Language;
  readonly isTyped: boolean;
  readonly isOpened: boolean;
  readonly isConfirmed: boolean;
};

type Content = {
  readonly email: string;
  readonly what: "contact" | "deleted" | "drops";
  /** Null where the entry may be somebody else's now. Mails that an earlier version queued lack it. */
  readonly entryCode?: string | null;
  readonly by: Changer;
  /** Of a deletion. Mails that an earlier version queued lack it. */
  readonly reason?: RemovalReason;
  /** Of drops. Mails that an earlier version queued lack them. */
  readonly drops?: { readonly count: number; readonly rule: string; readonly reason: string };
  readonly isConfirmed: boolean;
};

/** Who an organiser's proof belongs to: an account that is none of the raffle's people is an admin's. */
export async function changerOf(tx: Transaction, { raffleId, userId }: OrganiserScope): Promise<Changer> {
  if (userId === null) return "organiser";
  const member = await tx
    .selectFrom("raffleMembers")
    .select("userId")
    .where("raffleId", "=", raffleId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return member ? "organiser" : "admin";
}

/**
 * Notifies the address that an entry had when somebody else changed its contact, deleted it or took drops back.
 * Nobody is notified whose address an organiser typed and who never opened the entry.
 *
 * The entry may be gone when the mail is sent, so the outbox has the address sealed until then.
 */
export async function queueChangedByOther(
  tx: Transaction,
  secret: Uint8Array,
  former: FormerEntry,
  { what, by, reason = "", drops }: Pick<Content, "what" | "by" | "reason" | "drops">,
): Promise<void> {
  const { raffleId, email, language, isConfirmed } = former;
  const entryCode = what === "contact" ? null : former.entryCode;
  if (normaliseEmail(email) === null || mailsEntrant(former, "none") !== "own") return;
  const id = newId();
  const sealed = sealContent(secret, id, { email, what, entryCode, by, reason, drops, isConfirmed } satisfies Content);
  await queueMail(tx, { id, kind: CHANGED_BY_OTHER, raffleId, language, sealed });
}

/**
 * Renders that mail: which raffle, what happened, who did it and how to reach the shop, without the new values. Null if
 * the raffle is gone, the mail was sent before, or the address stopped such mail.
 */
export function changedByOtherRenderer(
  site: MailSite,
  { keys, secret }: { readonly keys: MailKeys; readonly secret: Uint8Array },
): MailRenderer {
  const { productName, origin } = site;
  /** The entry's page, where it still has the address of the mail. */
  async function entryUrl(
    db: Database,
    { raffle, entryCode, emailKey }: { raffle: PublicRaffle; entryCode: string; emailKey: string },
  ): Promise<string | null> {
    const entry = await db
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", raffle.id)
      .where("entryCode", "=", entryCode)
      .where("emailKey", "=", emailKey)
      .executeTakeFirst();
    const scope = entry ? await entrantToWriteTo(db, { raffleId: raffle.id, entryId: entry.id }) : null;
    const own = scope && (await entryLinkToken(secret, db, scope));
    return own && ownEntryUrl(site, { raffle, entry: { entryCode } }, own);
  }
  return async (db, mail) => {
    const { raffleId, language } = mail;
    const content = (await openContent(db, secret, mail)) as Content | null;
    const raffle = content && (await findRaffle(db, raffleId));
    const emailKey = content && normaliseEmail(content.email);
    if (!content || !raffle || !emailKey) return null;
    const key = addressKey(keys, emailKey);
    if (await stoppedAt(db, key)) return null;
    const { what, entryCode, by, reason = "", drops, isConfirmed } = content;
    const say = (text: string) => (isConfirmed ? harmlessText(text) : readable(harmlessText(text), language));
    const params = { productName, raffle: say(raffle.name) };
    const t = (key: KeyOf<"mails">) => translate(language, { key: `mails:${key}`, params });
    const stopUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
    const subject = t(`changedByOther.${what}.subject`) + (entryCode ? `: ${entryCode}` : "");
    const facts = shopFacts(raffle, language);
    const raffleUrl = `${origin}/raffle/${raffle.codeId}`;
    const own = drops ? await entryUrl(db, { raffle, entryCode: entryCode ?? "", emailKey }) : null;
    const template = {
      ...{
        language,
        face: raffleFace(raffle, site, !isConfirmed),
        subject,
        heading: t(`changedByOther.${what}.heading`),
      },
      parts: [
        { paragraph: t(`changedByOther.${what}.${by}`) },
        ...(drops ? whatDropsAre(raffle, language) : []),
        ...(reason === "" ? [] : [{ paragraph: t(`changedByOther.reason.${reason}`) }]),
        ...(drops ? dropsParts(drops, say, t) : []),
        { paragraph: t(`changedByOther.${what}.whatNow`) },
        ...(raffle.shopContact === "" || (isConfirmed && isContactMailed(raffle))
          ? []
          : [{ paragraph: t("typed.contactOnPage") }]),
        ...(own === null
          ? [{ button: t("planChanged.view"), url: raffleUrl }]
          : [
              { button: t("receipt.view"), url: own },
              { link: t("planChanged.view"), url: raffleUrl },
            ]),
        ...(isConfirmed && facts.length > 0 ? [{ facts }] : []),
      ],
      footer: [t(own === null ? "contactChanged.why" : "changedByOther.drops.why"), t("receipt.from")],
      stop: { link: t("stop"), url: stopUrl },
    };
    const to = { name: "", address: content.email };
    const trust = isConfirmed ? ("proven" as const) : ("none" as const);
    return { to, subject, ...renderMail(template), unsubscribeUrl: stopUrl, trust };
  };
}

/** Which drops went, and why. A rule that the raffle no longer has is not named. */
function dropsParts(
  { count, rule, reason }: NonNullable<Content["drops"]>,
  say: (text: string) => string,
  t: (key: KeyOf<"mails">) => string,
): MailPart[] {
  const facts = [
    { name: t("changedByOther.drops.count"), value: String(count) },
    ...(rule === "" ? [] : [{ name: t("changedByOther.drops.rule"), value: say(rule) }]),
    { name: t("claimTurnedDown.reason"), value: say(reason) },
  ];
  return [{ facts }];
}

/** What drops are, for who has not heard the word. */
function whatDropsAre(raffle: PublicRaffle, language: Language): MailPart[] {
  const paragraph = dropsText(ruleEffectOf(raffle), (key) => translate(language, { key }));
  return paragraph === "" ? [] : [{ paragraph }];
}
