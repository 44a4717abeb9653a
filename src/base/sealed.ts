import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "./derive-key.ts";

/** Of AES-256-GCM (NIST SP 800-38D): a nonce that is drawn for each sealing, and a tag that shows every change. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What something is sealed as (its kind, which has a key of its own) and for: a row's id. It opens for no other. */
export type SealedAs = { readonly kind: string; readonly boundTo: string };

/** Seals bytes under the site's secret, so that the database alone reveals nothing. */
export function seal(secret: Uint8Array, { kind, boundTo }: SealedAs, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, kind), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what `seal` sealed.
 *
 * @returns null if it was changed, sealed for something else, or under another secret
 */
export function unseal(secret: Uint8Array, { kind, boundTo }: SealedAs, sealed: Uint8Array): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
  const cipher = createDecipheriv("aes-256-gcm", deriveKey(secret, kind), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  cipher.setAuthTag(tag);
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
  } catch {
    return null;
  }
}
