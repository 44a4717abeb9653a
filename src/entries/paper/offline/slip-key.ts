import { createDecipheriv, createECDH, type ECDH, hkdfSync } from "node:crypto";
import { deriveKey, once } from "#src/base/derive-key.ts";
import {
  NONCE_BYTES,
  PUBLIC_KEY_BYTES,
  SEAL_INFO,
  type SlipFields,
  type SlipHead,
  sealedFor,
  TAG_BYTES,
} from "./seal-format.ts";

const PURPOSE = "offline-slip/1";

const keyOf = once((secret, purpose) => {
  const key = createECDH("prime256v1");
  setScalar(key, secret, purpose);
  return key;
});

/** One of four billion derived keys is no scalar of the curve: then the next is taken. */
function setScalar(key: ECDH, secret: Uint8Array, purpose: string, attempt = 0): void {
  try {
    key.setPrivateKey(deriveKey(secret, attempt === 0 ? purpose : `${purpose} ${attempt}`));
  } catch (error) {
    if (attempt > 2) throw error;
    setScalar(key, secret, purpose, attempt + 1);
  }
}

/** The public key for which phones seal slips, in base64url. Its private key is the site's alone. */
export function slipKey(secret: Uint8Array): string {
  return keyOf(secret, PURPOSE).getPublicKey("base64url");
}

/**
 * Opens a sealed slip.
 *
 * @returns the form's fields; null if it was changed, sealed for something else, or for another site's key
 */
export function openSlip(secret: Uint8Array, raffleId: string, head: SlipHead, sealed: Uint8Array): SlipFields | null {
  if (sealed.length < PUBLIC_KEY_BYTES + NONCE_BYTES + TAG_BYTES) return null;
  const drawn = sealed.subarray(0, PUBLIC_KEY_BYTES);
  const nonce = sealed.subarray(PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES + NONCE_BYTES);
  const [ciphertext, tag] = [sealed.subarray(PUBLIC_KEY_BYTES + NONCE_BYTES, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  try {
    const ours = keyOf(secret, PURPOSE);
    const salt = Buffer.concat([drawn, ours.getPublicKey()]);
    const key = Buffer.from(hkdfSync("sha256", ours.computeSecret(drawn), salt, SEAL_INFO, 32));
    const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(sealedFor(raffleId, head)));
    cipher.setAuthTag(tag);
    return fieldsIn(Buffer.concat([cipher.update(ciphertext), cipher.final()]).toString());
  } catch {
    return null;
  }
}

/** A phone may seal whatever it likes. */
function fieldsIn(text: string): SlipFields | null {
  const fields: unknown = JSON.parse(text);
  const isField = (field: unknown) =>
    Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
  return Array.isArray(fields) && fields.every(isField) ? (fields as SlipFields) : null;
}
