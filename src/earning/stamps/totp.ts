/** How long a code is shown (RFC 6238: the time step). */
export const STEP_MS = 30_000;

/** How long a page that shows codes has keys for, in each of so many slots. The first of them may be nearly over. */
export const SLOT_MS = 1_800_000;
export const SLOTS = 3;

export const CHARACTERS = 6;

const FIVE_BITS = 0b11111;
const COUNTER_BYTES = 8;

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / STEP_MS);

/** The slot whose key makes the code of a step. */
export const slotOf = (step: number): number => Math.floor((step * STEP_MS) / SLOT_MS);

/** The message whose HMAC a step's code is made of: its number as eight bytes (RFC 4226, 5.1). */
export function messageOf(step: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(COUNTER_BYTES);
  // Four of them are enough until the year 6053.
  new DataView(bytes.buffer).setUint32(COUNTER_BYTES / 2, step);
  return bytes;
}

/** The number of 31 bits that RFC 4226 (5.3) takes out of an HMAC. Apps show its last digits. */
export function truncated(mac: Uint8Array): number {
  const offset = (mac[mac.length - 1] ?? 0) & 0xf;
  return new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fffffff;
}

/**
 * The last 30 bits of a number as six characters.
 *
 * @param alphabet 32 characters
 */
export function charactersOf(number: number, alphabet: string): string {
  let code = "";
  for (let place = CHARACTERS - 1; place >= 0; place -= 1) code += alphabet.charAt((number >> (5 * place)) & FIVE_BITS);
  return code;
}
