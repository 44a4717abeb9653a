import { createHmac } from "node:crypto";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS, randomCode } from "#src/base/codes.ts";

/** A new access code in the clear: 4 of A–Z and 2–9 without I and O. The organiser sees it only once. */
export function newAccessCode(): string {
  return randomCode(CLEAR_LETTERS_AND_DIGITS, CODE_LENGTHS.access);
}

/**
 * The stored hash of an access code: HMAC-SHA-256 under the site's secret, bound to the raffle or event.
 * Four characters are easy to guess from a hash whose key is stored beside it, so the key is outside the database.
 */
export function hashAccessCode(secret: Uint8Array, subjectId: string, accessCode: string): Buffer {
  return createHmac("sha256", secret).update(`access-code/1\0${subjectId}\0${accessCode}`).digest();
}
