import { createHmac } from "node:crypto";
import { randomCode, UPPERCASE_LETTERS_AND_DIGITS } from "#src/base/codes.ts";

const ACCESS_CODE_LENGTH = 4;

/** A new access code as the organiser sees it, once: 4 of A–Z and 0–9. */
export function newAccessCode(): string {
  return randomCode(UPPERCASE_LETTERS_AND_DIGITS, ACCESS_CODE_LENGTH);
}

/**
 * What is stored of an access code: HMAC-SHA-256 under the site's secret, bound to what the code opens.
 * Four characters fall to any hash whose key is stored beside it, so the key lives outside the database.
 */
export function hashAccessCode(secret: Uint8Array, subjectId: string, accessCode: string): Buffer {
  return createHmac("sha256", secret).update(`access-code/1\0${subjectId}\0${accessCode}`).digest();
}
