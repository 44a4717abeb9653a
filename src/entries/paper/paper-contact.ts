import { withoutInvisible } from "#src/base/text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { normalisePhone } from "#src/contact/phone.ts";
import { ENTRY_LIMITS } from "../limits.ts";

// With the characters that are whitespace to PostgreSQL but not to JavaScript.
const BLANKS = /[\s\u0085\u180e]+/g;

const DIGIT = /\p{Nd}/u;

/** Text on both sides of an @, which every e-mail address has. */
const LIKE_ADDRESS = /.@./;

/**
 * The uniqueness key of a paper entry's phone: E.164 if it can be parsed as a number, otherwise the written text.
 *
 * @returns null if it has no digit ("none", "see paper"): many slips say so, and are not duplicates of each other
 */
export function paperPhoneKey(typed: string, region: string): string | null {
  return normalisePhone(typed, region) ?? (DIGIT.test(typed) ? asWritten(typed) : null);
}

/**
 * Whether a phone on paper has digits, but is no number that can be called: the writer or the typist left some out. It
 * is taken all the same, and the organiser is warned.
 */
export function isDoubtfulPhone(typed: string, region: string): boolean {
  return DIGIT.test(typed) && normalisePhone(typed, region) === null;
}

/** The uniqueness key of a paper entry's e-mail: null if the text is not like an e-mail address. */
export function paperEmailKey(typed: string): string | null {
  const written = asWritten(typed);
  return normaliseEmail(typed) ?? (LIKE_ADDRESS.test(written) ? written : null);
}

/**
 * Both uniqueness keys of a text that a visitor types to prove an entry. It may be a phone number or an e-mail
 * address: the visitor need not say which.
 */
export function contactKeys(
  typed: string,
  region: string,
): { readonly phoneKey: string | null; readonly emailKey: string | null } {
  const text = typed.slice(0, ENTRY_LIMITS.email).replaceAll("\u0000", "").toWellFormed();
  return { phoneKey: paperPhoneKey(text, region), emailKey: paperEmailKey(text) };
}

function asWritten(typed: string): string {
  return withoutInvisible(typed).replace(BLANKS, "").toLowerCase();
}
