import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "#src/base/derive-key.ts";

/** Of AES-256-GCM (NIST SP 800-38D): a nonce that is drawn for each sealing, and a tag that shows every change. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed: each kind under a key of its own. */
export type SealedKind = "claim-answers/1" | "claim-files/1";

/** The claim to which something sealed belongs. Sealed for one, it opens for no other. */
export type ClaimPlace = { readonly raffleId: string; readonly claimId: string };

/** Seals bytes of a claim under the site's secret, so that the database alone reveals nothing. */
export function seal(secret: Uint8Array, kind: SealedKind, place: ClaimPlace, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, kind), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(place));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what `seal` sealed.
 *
 * @returns null if it was changed, sealed for another claim or kind, or under another secret
 */
export function unseal(secret: Uint8Array, kind: SealedKind, place: ClaimPlace, sealed: Uint8Array): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
  const cipher = createDecipheriv("aes-256-gcm", deriveKey(secret, kind), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(place));
  cipher.setAuthTag(tag);
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
  } catch {
    return null;
  }
}

function boundTo({ raffleId, claimId }: ClaimPlace): Buffer {
  return Buffer.from(`${raffleId} ${claimId}`);
}
