import { createHmac, hkdfSync } from "node:crypto";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { charactersOf, messageOf, slotOf, truncated } from "./totp.ts";

const KEY_BYTES = 32;

/** What the key of a station is sealed as. */
export const STATION_KEY = "station-key/1";

/**
 * The key of one screen for one slot of time (HKDF, RFC 5869). A page that shows codes holds such keys alone: they make
 * no code of a later slot, of another screen or of another station.
 */
export function slotKey(stationKey: Uint8Array, screenId: string, slot: number): Buffer {
  return Buffer.from(hkdfSync("sha256", stationKey, "", `station-screen/1 ${screenId} ${slot}`, KEY_BYTES));
}

/** The code of a step, as the page computes it too (web/desk/counter/show-codes.ts). */
export function codeOfStep(key: Uint8Array, step: number): string {
  const mac = createHmac("sha256", key).update(messageOf(step)).digest();
  return charactersOf(truncated(mac), CLEAR_LETTERS_AND_DIGITS);
}

/** The code of a screen at a step, from the station's own key. */
export function codeOfScreen(stationKey: Uint8Array, screenId: string, step: number): string {
  return codeOfStep(slotKey(stationKey, screenId, slotOf(step)), step);
}
