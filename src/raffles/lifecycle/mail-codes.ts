import { timingSafeEqual } from "node:crypto";
import { hashAccessCode } from "#src/access/codes/access-code.ts";
import { MISMATCH } from "#src/access/codes/prove-code.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { DAY_MS } from "#src/base/clock.ts";
import { groupedCode, typedCode } from "#src/base/code-formats.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { raffleFace } from "#src/mail/face.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { openContent, sealContent } from "#src/mail/sealed-content.ts";
import { renderMail } from "#src/mail/template.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { MAIL_CODES } from "../action-limits.ts";
import { findRaffle } from "../read.ts";

/** The mail with a raffle's codes, to the address that its organiser types after creating it. */
export const RAFFLE_CODES = "raffle-codes";

/** Such mails per raffle and day: to oneself, and to whoever helps. */
const OF_RAFFLE = { name: "raffle codes by raffle", most: 10, windowMs: DAY_MS };

type Codes = { readonly email: string; readonly accessCode: string };

/**
 * Mails a raffle's codes to an address. The database has the access code as a hash alone, so that whoever asks sends
 * it: it waits sealed in the outbox, until the mail is sent.
 *
 * @param scope proof of the raffle's organiser
 * @param asked what was typed, untrusted, and the language of the page
 * @returns nothing; refusals: `access-code-mismatch`, `invalid-fields` of the address, `challenge-required`
 */
export async function mailCodes(
  { db, secret, limits, address, solution }: CountedVisitor & { readonly db: Database; readonly secret: Uint8Array },
  scope: OrganiserScope,
  asked: Codes & { readonly language: Language },
): Promise<Outcome<void, Refusal<"access-code-mismatch" | "invalid-fields"> | ChallengeRefusal>> {
  const { raffleId } = scope;
  const accessCode = typedCode(asked.accessCode);
  if (!timingSafeEqual(hashAccessCode(secret, raffleId, accessCode), scope.accessCodeHash)) return MISMATCH;
  const email = asked.email.trim();
  if (normaliseEmail(email) === null) {
    const key = email === "" ? "emailRequired" : "emailInvalid";
    return refuse({ reason: "invalid-fields", fields: { email: [{ key }] } });
  }
  const admitted = await limits.admit({ policy: MAIL_CODES, address, subjects: [raffleId] }, solution);
  if (!admitted.ok) return admitted;
  const id = newId();
  const sealed = sealContent(secret, id, { email, accessCode } satisfies Codes);
  await inTransaction(db, (tx) =>
    queueMail(tx, { id, kind: RAFFLE_CODES, raffleId, sealed, language: asked.language }),
  );
  return accept(undefined);
}

/**
 * Renders that mail: both codes, and the address of the desk. Null if the raffle is gone, the mail was sent before, or
 * the address unsubscribed.
 *
 * Anybody can make a raffle and type anybody's address, so that its name leads nowhere and is in no subject.
 */
export function raffleCodesRenderer(
  site: { readonly productName: string; readonly origin: string },
  { keys, secret }: { readonly keys: MailKeys; readonly secret: Uint8Array },
): MailRenderer {
  const { productName, origin } = site;
  return async (db, mail) => {
    const { raffleId, language } = mail;
    const codes = (await openContent(db, secret, mail)) as Codes | null;
    const raffle = codes && (await findRaffle(db, raffleId));
    const emailKey = codes && normaliseEmail(codes.email);
    if (!raffle || emailKey === null) return null;
    const key = addressKey(keys, emailKey);
    if (await stoppedAt(db, key)) return null;
    const { codeId } = raffle;
    const params = { productName, raffle: harmlessText(raffle.name) };
    const t = (key: KeyOf<"mails">) => translate(language, { key: `mails:${key}`, params });
    const stopUrl = `${origin}/unsubscribe/${unsubscribeToken(keys, key)}?all&lang=${language}`;
    const subject = t("raffleCodes.subject");
    const template = {
      ...{ language, face: raffleFace(raffle, site, true), subject, heading: t("raffleCodes.heading") },
      parts: [
        { paragraph: t("raffleCodes.lead") },
        { label: t("raffleCodes.raffleCode"), code: groupedCode(codeId) },
        { label: t("raffleCodes.accessCode"), code: codes.accessCode },
        { button: t("raffleCodes.desk"), url: `${origin}/overview/${codeId}/${codes.accessCode}` },
        { link: t("raffleCodes.public"), url: `${origin}/raffle/${codeId}` },
        { paragraph: t("raffleCodes.keep") },
      ],
      footer: [t("raffleCodes.why"), t("receipt.from")],
      stop: { link: t("receipt.stop"), url: stopUrl },
    };
    // No name: every mailbox shows it beside the address, and a stranger may have typed it.
    const to = { name: "", address: codes.email };
    const limits = [{ ...OF_RAFFLE, value: raffleId }];
    return { to, subject, ...renderMail(template), unsubscribeUrl: stopUrl, limits };
  };
}
