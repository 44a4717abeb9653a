import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { seal, unseal } from "#src/base/sealed.ts";
import { charactersOf, messageOf, slotOf, truncated } from "./totp.ts";

const KEY_BYTES = 32;

/** What the key of a station is sealed as. */
const STATION_KEY = "station-key/1";

/** Makes the key of a station, to be stored sealed. */
export function newStationKey(secret: Uint8Array, stationId: string): { key: Buffer; sealedKey: Buffer } {
  const key = randomBytes(KEY_BYTES);
  return { key, sealedKey: seal(secret, { kind: STATION_KEY, boundTo: stationId }, key) };
}

/** @returns null for a key that was sealed under another secret of the site */
export function openStationKey(secret: Uint8Array, stationId: string, sealedKey: Buffer): Buffer | null {
  return unseal(secret, { kind: STATION_KEY, boundTo: stationId }, sealedKey);
}

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
