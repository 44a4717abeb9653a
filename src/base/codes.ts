import { randomInt } from "node:crypto";

export const UPPERCASE_LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** For new codes: without O, 0, I and 1, which people take for each other. */
export const CLEAR_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
export const CLEAR_LETTERS_AND_DIGITS = `${CLEAR_LETTERS}23456789`;

/**
 * A random code from the cryptographic generator: each character of the alphabet is equally likely. `randomInt` draws
 * again instead of using modulo, so it has no bias, and it fetches random numbers in batches.
 *
 * @throws a RangeError for an empty alphabet
 */
export function randomCode(alphabet: string, length: number): string {
  let code = "";
  while (code.length < length) code += alphabet.charAt(randomInt(alphabet.length));
  return code;
}
