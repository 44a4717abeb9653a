import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

const KEY_BYTES = 32;

/**
 * Derives a 32-byte key for one purpose from the site's secret (HKDF, RFC 5869). A signature, seal or hash made with it
 * is invalid in every other part of the site.
 *
 * @param purpose a name with a version; a new version invalidates everything stored or sent under the old one
 */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
}

const signingKeys = new WeakMap<Uint8Array, Map<string, KeyObject>>();

/**
 * The same key in the form that signs fastest, derived once for each secret. Deriving a key, or importing its bytes, takes
 * several times as long as one HMAC.
 */
export function signingKey(secret: Uint8Array, purpose: string): KeyObject {
  const ofSecret = signingKeys.get(secret) ?? new Map<string, KeyObject>();
  signingKeys.set(secret, ofSecret);
  const key = ofSecret.get(purpose) ?? createSecretKey(deriveKey(secret, purpose));
  ofSecret.set(purpose, key);
  return key;
}
