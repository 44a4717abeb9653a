import type { ContactScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailLimit } from "#src/mail/schema.ts";
import type { EntryView } from "../schema.ts";
import type { Standing } from "../standing/rules.ts";
import { TYPED_MAILS } from "./limits.ts";
import { readTypedEntry, readTypedMail } from "./read.ts";
import { hasLongNumber, mailsEntrant } from "./rules.ts";

/** What a mail to an entrant has to follow. */
export type Addressee = {
  /** Whether somebody else typed the address, so that the mail says so and names no telephone. */
  readonly isTyped: boolean;
  /** What the mail counts against. */
  readonly limits: readonly MailLimit[];
  /** An organiser's text as the mail may have it. */
  readable(text: string, language: Language): string;
};

const OWN: Addressee = { isTyped: false, limits: [], readable: (text) => text };

/** Asks the rule of typed addresses about an entrant. Null if the entry is gone, or nobody is to be mailed. */
export async function askTyped(db: Database, scope: ContactScope): Promise<Addressee | null> {
  const entry = await readTypedEntry(db, scope);
  if (!entry) return null;
  if (mailsEntrant(entry, "none") === "own") return OWN;
  const { typedMail, ownerId } = await readTypedMail(db, scope.raffleId);
  if (mailsEntrant(entry, typedMail) === null) return null;
  const account = { ...TYPED_MAILS.account, value: ownerId ?? "" };
  const site = { ...TYPED_MAILS.site, value: "" };
  return { isTyped: true, limits: typedMail === "quota" ? [account, site] : [site], readable };
}

/** A text without long numbers: else words that say that something was left out. */
function readable(text: string, language: Language): string {
  return hasLongNumber(text) ? translate(language, { key: "mails:typed.leftOut" }) : text;
}

/** An entry as a mail to a typed address may quote it: no contact of the shop, and no text with a long number. */
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
    case "out":
      return { ...standing, reason: say(standing.reason) };
  }
}
