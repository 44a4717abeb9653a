import { DAY_MS } from "#src/base/clock.ts";
import { MAX_IN_MAILING, OLD_ENOUGH_DAYS, TELEPHONE_DIGITS, TYPED_MAILS } from "./limits.ts";

/** Whose organisers may have people mailed whose addresses they typed: an admin decides. */
export const MAIL_TYPED = ["never", "organisers", "all"] as const;

export type MailTyped = (typeof MAIL_TYPED)[number];

/** The account that owns a raffle. */
export type Owner = {
  readonly confirmed: boolean;
  readonly banned: boolean;
  readonly createdAt: Date;
  /** When an admin released it. */
  readonly releasedAt: Date | null;
};

/** Who may have typed addresses mailed: nobody, this raffle's account within its quota, or every raffle. */
export type TypedMail = "none" | "quota" | "all";

/**
 * Decides whether a raffle's organisers may have people mailed whose addresses they typed.
 *
 * @param owner null for a raffle without an account
 */
export function typedMailOf(setting: MailTyped, owner: Owner | null, now: Date): TypedMail {
  if (setting === "never" || owner?.banned) return "none";
  if (setting === "all") return "all";
  return isTrusted(owner, now) ? "quota" : "none";
}

/**
 * Whether the site trusts the account that owns a raffle: its address is confirmed, and an admin had days to look at
 * it.
 */
export function isTrusted(owner: Owner | null, now: Date): boolean {
  if (!owner?.confirmed || owner.banned) return false;
  const isOld = now.getTime() - owner.createdAt.getTime() >= OLD_ENOUGH_DAYS * DAY_MS;
  return isOld || owner.releasedAt !== null;
}

/** How many people whose addresses were typed one mailing may reach. */
export function mostInMailing(typedMail: TypedMail): number {
  return { none: 0, quota: TYPED_MAILS.account.most, all: MAX_IN_MAILING }[typedMail];
}

/**
 * Who typed the address of an entry, whether its person has come to it by themselves, and whether somebody came by the
 * link of a mail, which only the mailbox has.
 */
export type TypedEntry = { readonly isTyped: boolean; readonly isOpened: boolean; readonly isConfirmed: boolean };

/**
 * Decides whether an entrant is mailed, whatever the mail: the one rule of the whole site.
 *
 * @returns "own" for an address that its person typed or has come to; "typed" for one that somebody else typed, whose
 *   mails are marked and counted; null for nobody
 */
export function mailsEntrant(
  { isTyped, isOpened }: Pick<TypedEntry, "isTyped" | "isOpened">,
  typedMail: TypedMail,
): "own" | "typed" | null {
  if (!isTyped || isOpened) return "own";
  return typedMail === "none" ? null : "typed";
}

/** Digits of any script, with at most three signs between two of them that are no letters. */
const LONG_NUMBER = new RegExp(`\\p{Nd}(?:[^\\p{L}\\p{Nd}]{0,3}\\p{Nd}){${TELEPHONE_DIGITS - 1},}`, "u");

/** Whether a text has a number as long as a telephone number. */
export function hasLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text);
}
