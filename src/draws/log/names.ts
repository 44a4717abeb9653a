import { deriveKey, keyedHash } from "#src/base/derive-key.ts";
import { KEY_TYPES, keyOf, type NoteKey, type NoteSigner, vkeyOf } from "#src/tlog/format/note.ts";

/** What a log of a site is called when it is begun: its address without a scheme, as its files have it. */
export function logOrigin(siteOrigin: string): string {
  return `${siteOrigin.replace(/^https?:\/\//, "")}/log`;
}

/** Signs the checkpoints of the site's log. */
export function logSigner(secret: Uint8Array, origin: string): NoteSigner {
  return { name: origin, secretKey: deriveKey(secret, "log signing/1") };
}

/** Cosigns the checkpoints of other sites' logs. */
export function witnessSigner(secret: Uint8Array, siteOrigin: string): NoteSigner {
  return {
    name: `${siteOrigin.replace(/^https?:\/\//, "")}/witness`,
    secretKey: deriveKey(secret, "witness signing/1"),
  };
}

/** The key that verifies its cosignatures, as one word. */
export function witnessVkey(secret: Uint8Array, siteOrigin: string): string {
  return vkeyOf(keyOf(witnessSigner(secret, siteOrigin), KEY_TYPES.cosignature));
}

/** The key that verifies the log's checkpoints. */
export function logKey(secret: Uint8Array, origin: string): NoteKey {
  return keyOf(logSigner(secret, origin), KEY_TYPES.note);
}

/** The same as one word. */
export function logVkey(secret: Uint8Array, origin: string): string {
  return vkeyOf(logKey(secret, origin));
}

/** What stands for a raffle in the log. Its code would let strangers into raffles that are not public. */
export function raffleTag(secret: Uint8Array, raffleId: string): string {
  return keyedHash(secret, "log raffle/1", raffleId, { encoding: "hex", length: 32 });
}
