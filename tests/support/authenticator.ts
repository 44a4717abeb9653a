import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

/** How long an app shows a code, in milliseconds. */
export const HALF_MINUTE_MS = 30_000;

/**
 * The code that a phone's app shows for a key that was scanned or typed.
 *
 * @param at the time in milliseconds; each code works once, so the next one is 30 seconds later
 */
export async function appCode(key: string, at = Date.now()): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(key));
  return createOTP(secret).hotp(Math.floor(at / HALF_MINUTE_MS));
}

/** The key that the page of a second factor shows in groups, or an empty text. */
export function keyShown(html: string): string {
  return (/<code>((?:[A-Z2-7]{4} ?){8})<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "");
}
