import { hash } from "node:crypto";
import { typedCode } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { keyedHash } from "#src/base/derive-key.ts";

/** Of 32 characters each, and one that checks them: the record computes why so many. */
const RANDOM_CHARACTERS = 11;
const GROUP = 4;

/** With the character that checks the others. */
export const CODE_LENGTH = RANDOM_CHARACTERS + 1;

/** x⁵ + x² + 1: what a power of x is multiplied by, in the field of 32 elements. */
const POLYNOMIAL = 0b100101;
const FIVE_BITS = 0b11111;

const FORMAT = new RegExp(`^[${CLEAR_LETTERS_AND_DIGITS}]{${CODE_LENGTH}}$`);
/** The address that a QR code holds ends with the code. */
const ADDRESS = /\/code\/[^/]+\/([^/?#]+)/;

/** Half of a SHA-256 in hexadecimal. */
const HASH_LENGTH = 32;

/**
 * The code that a batch has at a place.
 *
 * @param seed the batch's secret, in hexadecimal
 * @param place a number, or what a till calls its receipt
 */
export function codeAt(seed: string, place: string): string {
  const bytes = Buffer.from(hash("sha256", `${seed} ${place}`, "hex").slice(0, 2 * RANDOM_CHARACTERS), "hex");
  let code = "";
  for (const byte of bytes) code += CLEAR_LETTERS_AND_DIGITS.charAt(byte & FIVE_BITS);
  return code + checkCharacter(code);
}

/**
 * Reads a code as people type it, or from the address of its QR code.
 *
 * @returns null for what cannot be one: the check character shows one wrong character, and any two that changed places
 */
export function readDropCode(typed: string): string | null {
  const [, last = typed] = ADDRESS.exec(typed) ?? [];
  const code = typedCode(last);
  if (!FORMAT.test(code)) return null;
  return code.endsWith(checkCharacter(code.slice(0, -1))) ? code : null;
}

/** A code in groups, as it is printed: K7TW-EZQK-3M9P. */
export function shownDropCode(code: string): string {
  return [0, GROUP, 2 * GROUP].map((from) => code.slice(from, from + GROUP)).join("-");
}

/** What is stored of a code, in hexadecimal. Another raffle has another hash of the same code. */
export function hashOfCode(secret: Uint8Array, raffleId: string, code: string): string {
  return keyedHash(secret, "drop-code/1", `${raffleId} ${code}`, { encoding: "hex", length: HASH_LENGTH });
}

/** The sum of the characters, each times another power of x: in that field a sum is an exclusive or. */
function checkCharacter(code: string): string {
  let sum = 0;
  for (const character of code) {
    const doubled = (sum ^ CLEAR_LETTERS_AND_DIGITS.indexOf(character)) << 1;
    sum = doubled > FIVE_BITS ? doubled ^ POLYNOMIAL : doubled;
  }
  return CLEAR_LETTERS_AND_DIGITS.charAt(sum);
}
