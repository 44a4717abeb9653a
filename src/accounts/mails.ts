import { createEmailVerificationToken } from "better-auth/api";
import type { Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { siteFace } from "#src/mail/face.ts";
import type { Message } from "#src/mail/schema.ts";
import { renderMail } from "#src/mail/template.ts";
import { type AuthOptions, createAuth, newResetToken } from "./better-auth.ts";
import { EMAIL_LINK_DAYS } from "./limits.ts";
import { EMAIL_CHANGE, EMAIL_CHANGE_NOTICE, emailChangeToken } from "./own-account/change-email.ts";
import { PASSWORD_CHANGED } from "./stored-password.ts";

export const PASSWORD_RESET = "password-reset";
export const EMAIL_VERIFICATION = "email-verification";

const VERIFICATION_SECONDS = EMAIL_LINK_DAYS * 86_400;

/**
 * Renders the account mails by kind: to set a new password, to verify or change an address, and notices of changes.
 * Each token is made at sending, so the outbox never contains one. Banned accounts get no mail.
 *
 * The mails contain no typed text, because anybody can register with a stranger's address.
 */
export function accountMailRenderers(
  options: AuthOptions & { readonly productName: string },
): Record<string, MailRenderer> {
  const { origin, productName } = options;
  const auth = createAuth(options);
  const notify = (notice: Pick<AccountMail, "kind" | "language" | "email">) => {
    const message = writeMail({ ...notice, url: `${origin}/forgot-password`, productName });
    return { ...message, trust: "proven" as const };
  };
  return {
    [PASSWORD_RESET]: async (db, { userId, language }) => {
      const user = await findHolder(db, userId);
      if (!user) return null;
      const url = linkTo(origin, "reset-password", await newResetToken(auth, user.email));
      const message = writeMail({ kind: "reset", language, email: user.email, url, productName });
      // Anybody may have made the account, unless the address is verified.
      return { ...message, trust: user.emailVerified ? "proven" : "none" };
    },
    [EMAIL_VERIFICATION]: async (db, { userId, language }) => {
      const user = await findHolder(db, userId);
      if (!user || user.emailVerified) return null;
      const { id, email } = user;
      const { secret } = await auth.$context;
      const token = await createEmailVerificationToken(secret, email, undefined, VERIFICATION_SECONDS, { userId: id });
      const url = linkTo(origin, "verify-email", token);
      return writeMail({ kind: "verification", language, email, url, productName });
    },
    [EMAIL_CHANGE]: async (db, { userId, language }) => {
      const user = await findHolder(db, userId);
      if (!user?.newEmail) return null;
      const { id, newEmail: email } = user;
      const url = linkTo(origin, "verify-email", emailChangeToken(options.secret, { userId: id, email }));
      return writeMail({ kind: "emailChange", language, email, url, productName });
    },
    [EMAIL_CHANGE_NOTICE]: async (db, { userId, language }) => {
      const user = await findHolder(db, userId);
      if (!user?.formerEmail) return null;
      // As it was when the change was asked for, which may have come before this mail.
      const email = user.formerEmail;
      return notify({ kind: "emailChangeNotice", language, email });
    },
    [PASSWORD_CHANGED]: async (db, { userId, language }) => {
      const user = await findHolder(db, userId);
      return user?.emailVerified ? notify({ kind: "passwordChanged", language, email: user.email }) : null;
    },
  };
}

async function findHolder(reader: Reader, id: string | null) {
  if (id === null) return undefined;
  return reader
    .selectFrom("users")
    .select(["id", "email", "emailVerified", "newEmail", "formerEmail"])
    .where("id", "=", id)
    .where("banned", "=", false)
    .executeTakeFirst();
}

function linkTo(origin: string, path: string, token: string): string {
  return `${origin}/${path}?${new URLSearchParams({ token })}`;
}

type AccountMail = {
  readonly kind: "reset" | "verification" | "emailChange" | "emailChangeNotice" | "passwordChanged";
  readonly language: Language;
  readonly email: string;
  readonly url: string;
  readonly productName: string;
};

function writeMail({ kind, language, email, url, productName }: AccountMail): Message {
  const t = (key: KeyOf<"mails">) => translate(language, { key: `mails:${key}`, params: { productName } });
  const subject = t(`${kind}.subject`);
  const template = {
    language,
    face: siteFace({ productName }),
    subject,
    heading: t(`${kind}.heading`),
    parts: [
      { paragraph: t(`${kind}.lead`) },
      { button: t(`${kind}.link`), url },
      { paragraph: t(`${kind}.until`) },
      { paragraph: t(`${kind}.notYou`) },
    ],
    footer: [t(`${kind}.why`), t("receipt.from")],
  };
  return { to: { name: "", address: email }, subject, ...renderMail(template) };
}
