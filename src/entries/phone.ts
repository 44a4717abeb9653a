import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { withoutInvisible } from "#src/base/text.ts";

// The longest spelling of a number with an extension is far shorter; the parser is given nothing else.
const MAX_TYPED = 60;

/** ITU-T E.164 §6.2.1: fifteen digits, and the plus sign. */
const MAX_E164 = 16;

/** ITU-T E.161: the digit of each letter, from A. */
const KEYPAD = "22233344455566677778889999";

// With a country's code, or the 0 that stands for the own one; single spaces and hyphens between digits.
const PLAIN = /^(?:\+(63|49)[ -]?|0)(\d+(?:[ -]\d+)*)$/;

// Some of what the parser knows to exist; our test asks it about each range.
const MOBILE_PLANS = [
  {
    region: "PH",
    callingCode: "63",
    numbers: /^9(?:0[5-9]|1[0-24-9]|[235-7]\d|4[2-9]|8[135-9]|9[1-9])\d{7}$/,
  },
  { region: "DE", callingCode: "49", numbers: /^(?:15[0-25-9]\d{8}|1(?:6[023]|7\d)\d{7,8})$/ },
] as const;

// Words are part of a number only after an area code's worth of digits, and from three letters on: "call me 5" is none.
const WORDED = /^\+?(?:[^\da-z]*\d){3}(?:.*?[a-z]){3}/i;

/**
 * The form of a phone number by which a raffle knows it: E.164. All spellings of one number have one. With the full
 * metadata, because only those know which numbers exist: for the server, they weigh too much for a page.
 *
 * Decided here, where callers could think otherwise:
 * - A number of the right length in a range that nobody has (`+63 000 …`) is refused, and so is one without its area code.
 * - An extension is left out: it makes no other line to draw a winner from.
 * - Letters count as a keypad's digits (`1800 SIX FLAGS`). Only for freephone, where such words often run longer than the
 *   number, may digits be left over; they stay in the key.
 * - Full-width and Arabic digits are read, those of other scripts are not. Invisible characters, the marks of direction
 *   that address books copy along among them, say nothing.
 * - Two numbers in one field, and words around a number, are refused.
 *
 * @param typed as somebody wrote it
 * @param region whose numbers need no country prefix
 * @returns `+639171234567`, or null where nobody could call it
 */
export function normalisePhone(typed: string, region: string): string | null {
  const trimmed = typed.trim();
  if (trimmed.length > MAX_TYPED) return null;
  const mobile = readPlainMobile(trimmed, region);
  if (mobile !== null) return mobile;
  // The parser wants the plus first, people write "(+63) 917 …".
  const text = withoutInvisible(trimmed.normalize("NFKC")).replace(/^[\s(]*\+/, "+");
  const number = parse(text, region);
  if (number?.isValid()) return number.number;
  return WORDED.test(text) ? readWorded(text, region) : null;
}

/**
 * Reads a mobile number of the first markets in plain spelling, `+63 917 123 4567` or `0917-123-4567`, as the parser would
 * at twenty times the cost: nearly all of a crowd's numbers are such, and the parser took a tenth of what an entry costs.
 *
 * @returns null where the parser has to look
 */
function readPlainMobile(text: string, region: string): string | null {
  const [, callingCode, spaced = ""] = PLAIN.exec(text) ?? [];
  const plan = MOBILE_PLANS.find((one) => (callingCode ? one.callingCode === callingCode : one.region === region));
  const digits = spaced.replaceAll(/[ -]/g, "");
  return plan?.numbers.test(digits) ? `+${plan.callingCode}${digits}` : null;
}

function parse(text: string, region: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry: region as CountryCode, extract: false });
}

function readWorded(text: string, region: string): string | null {
  const dialled = text.replace(/[a-z]/gi, (letter) =>
    KEYPAD.charAt(letter.toLowerCase().charCodeAt(0) - "a".charCodeAt(0)),
  );
  const number = parse(dialled, region);
  if (!number || number.number.length > MAX_E164) return null;
  return number.isValid() || startsWithFreephone(number.number) ? number.number : null;
}

function startsWithFreephone(e164: string): boolean {
  for (let length = e164.length - 1; length > 0; length--) {
    const number = parsePhoneNumberFromString(e164.slice(0, length));
    if (number?.isValid()) return number.getType() === "TOLL_FREE";
  }
  return false;
}
