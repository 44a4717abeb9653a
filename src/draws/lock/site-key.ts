import { deriveKey } from "#src/base/derive-key.ts";
import { siteKeyOf } from "../protocol/format/signature.ts";

type SiteKey = { readonly secretKey: Uint8Array; readonly siteKey: string };

const known = new WeakMap<Uint8Array, SiteKey>();

/**
 * The Ed25519 key with which the site signs locks and receipts, derived once from its secret.
 *
 * @returns the secret half, and the public half in hex
 */
export function siteKeyPair(secret: Uint8Array): SiteKey {
  const cached = known.get(secret);
  if (cached) return cached;
  const secretKey = deriveKey(secret, "draw signing/1");
  const made = { secretKey, siteKey: siteKeyOf(secretKey) };
  known.set(secret, made);
  return made;
}
