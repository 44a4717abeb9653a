import { CODE_LENGTHS } from "#src/base/code-formats.ts";

/** As in src/base/codes.ts, which the smallest script leaves out. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
/**
 * Byte values below this map evenly to the letters. Higher ones would favour the first letters, so they are drawn
 * again.
 */
const EVEN = 256 - (256 % LETTERS.length);

/** Draws an entry code in the browser, as src/base/codes.ts does on the server. */
export function drawEntryCode(): string {
  let code = "";
  while (code.length < CODE_LENGTHS.entry) {
    const [byte = EVEN] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < EVEN) code += LETTERS[byte % LETTERS.length];
  }
  return code;
}
