import { createSecretKey, hash, hkdfSync, type KeyObject } from "node:crypto";

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

/** Makes a key once for each secret and purpose: deriving one takes several times as long as using it. */
export function once<Key>(make: (secret: Uint8Array, purpose: string) => Key): typeof make {
  const made = new WeakMap<Uint8Array, Map<string, Key>>();
  return (secret, purpose) => {
    const ofSecret = made.get(secret) ?? new Map<string, Key>();
    made.set(secret, ofSecret);
    const key = ofSecret.get(purpose) ?? make(secret, purpose);
    ofSecret.set(purpose, key);
    return key;
  };
}

/** The same key in the form that signs fastest. */
export const signingKey: (secret: Uint8Array, purpose: string) => KeyObject = once((secret, purpose) =>
  createSecretKey(deriveKey(secret, purpose)),
);

const textKey = once((secret, purpose) => deriveKey(secret, purpose).toString("base64url"));

/**
 * Hashes a value under a key of the site, to compare what nobody may read back. It takes a quarter of an HMAC's time.
 * It is as safe: the key has a fixed length, and the hash is cut, so that nobody can append to the value (length
 * extension).
 *
 * @param purpose as for `deriveKey`
 * @param length the characters of the result, fewer than a whole SHA-256 has
 */
export function keyedHash(
  secret: Uint8Array,
  purpose: string,
  value: string,
  { encoding, length }: { readonly encoding: "hex" | "base64url"; readonly length: number },
): string {
  return hash("sha256", `${textKey(secret, purpose)}${value}`, encoding).slice(0, length);
}
