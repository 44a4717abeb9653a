import { ENTRY_CODE_LENGTH } from "#src/entries/limits.ts";

const LETTERS = 26;
/** Of a byte's values, those in which each letter has as many: the rest would favour the first ones. */
const EVEN = 256 - (256 % LETTERS);

/** An entry code drawn by the browser, as src/base/codes.ts draws them on the server. */
export function drawEntryCode(): string {
  let code = "";
  while (code.length < ENTRY_CODE_LENGTH) {
    const [byte = EVEN] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < EVEN) code += String.fromCharCode(65 + (byte % LETTERS));
  }
  return code;
}
