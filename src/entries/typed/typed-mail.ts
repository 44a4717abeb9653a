import type { ContactScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailLimit, MailTrust } from "#src/mail/schema.ts";
import type { EntryView } from "../entry-view.ts";
import type { Standing } from "../standing/rules.ts";
import { TYPED_MAILS } from "./limits.ts";
import { readTypedEntry, readTypedMail } from "./read.ts";
import { hasLongNumber, mailsEntrant } from "./rules.ts";

/** What a mail to an entrant has to follow. */
export type Addressee = {
  /** Whether somebody else typed the address, so that the mail says so. */
  readonly isTyped: boolean;
  /** Whether the mail has no contact of the shop and no telephone number. */
  readonly isGuarded: boolean;
  readonly trust: MailTrust;
  /** What the mail counts against. */
  readonly limits: readonly MailLimit[];
  /** An organiser's text as the mail may have it. */
  readable(text: string, language: Language): string;
};

/**
 * Asks the rule of typed addresses about an entrant. Null if the entry is gone, or nobody is to be mailed.
 *
 * Anybody can type anybody's address into the public form. Until somebody comes by the link of a mail, mails are
 * guarded unless the site trusts the account that owns the raffle.
 */
export async function askTyped(db: Database, scope: ContactScope): Promise<Addressee | null> {
  const entry = await readTypedEntry(db, scope);
  if (!entry) return null;
  const isOwn = mailsEntrant(entry, "none") === "own";
  if (isOwn && entry.isConfirmed) return { ...OWN, trust: "proven" };
  const { typedMail, ownerId, isTrusted } = await readTypedMail(db, scope.raffleId);
  if (isOwn) return isTrusted ? { ...OWN, trust: "vouched" } : { ...OWN, isGuarded: true, trust: "none", readable };
  if (mailsEntrant(entry, typedMail) === null) return null;
  const account = { ...TYPED_MAILS.account, value: ownerId ?? "" };
  const site = { ...TYPED_MAILS.site, value: "" };
  const limits = typedMail === "quota" ? [account, site] : [site];
  return { isTyped: true, isGuarded: true, trust: isTrusted ? "vouched" : "none", limits, readable };
}

const OWN = { isTyped: false, isGuarded: false, limits: [], readable: (text: string) => text } as const;

/** A text without long numbers: else words that say that something was left out. */
export function readable(text: string, language: Language): string {
  return hasLongNumber(text) ? translate(language, { key: "mails:typed.leftOut" }) : text;
}

/** An entry as a guarded mail may quote it: no contact of the shop, and no text with a long number. */
export function withoutTelephones(view: EntryView, language: Language): EntryView {
  const say = (text: string) => readable(text, language);
  const { raffle, standing } = view;
  const prizes = raffle.prizes.map((prize) => ({ ...prize, name: say(prize.name) }));
  const rules = raffle.rules.map((rule) => ({ ...rule, details: say(rule.details) }));
  const shop = { shopName: say(raffle.shopName), shopPlace: say(raffle.shopPlace), shopContact: "" };
  return {
    ...view,
    raffle: { ...raffle, ...shop, name: say(raffle.name), prizes, rules },
    rules: view.rules.map((rule) => ({ ...rule, details: say(rule.details) })),
    standing: standingIn(standing, say),
  };
}

function standingIn(standing: Standing, say: (text: string) => string): Standing {
  switch (standing.state) {
    case "in":
      return { ...standing, prizes: standing.prizes.map((prize) => ({ ...prize, name: say(prize.name) })) };
    case "not-yet":
      return { ...standing, missing: standing.missing.map((rule) => ({ ...rule, details: say(rule.details) })) };
    case "won-before":
      return standing;
    case "out":
      return { ...standing, reason: say(standing.reason) };
  }
}
