import { randomInt } from "node:crypto";

export const UPPERCASE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const UPPERCASE_LETTERS_AND_DIGITS = `${UPPERCASE_LETTERS}0123456789`;

/**
 * A code whose every character is drawn evenly from an alphabet by the cryptographic generator. `randomInt` draws again
 * rather than favour the first letters, and asks the generator for many numbers at once.
 *
 * @throws a RangeError for an empty alphabet
 */
export function randomCode(alphabet: string, length: number): string {
  let code = "";
  while (code.length < length) code += alphabet.charAt(randomInt(alphabet.length));
  return code;
}
