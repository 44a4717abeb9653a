import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { isSigned, sign, verifyingKey } from "./ed25519.ts";
import {
  KEY_TYPES,
  keyIdOf,
  keyOf,
  type Note,
  type NoteKey,
  type NoteSigner,
  signatureLine,
  signaturesBy,
} from "./note.ts";

const TIME_BYTES = 8;
const COSIGNATURE_BYTES = TIME_BYTES + 64;

/**
 * Cosigns a checkpoint (c2sp.org/tlog-cosignature, Ed25519): "this was the largest tree of that log that I had seen,
 * and it only grew".
 *
 * @param text the checkpoint's, without its signatures
 * @param at seconds since 1970
 * @returns the line to add to the note
 */
export function cosign(text: string, witness: NoteSigner, at: number): string {
  const keyId = keyIdOf(keyOf(witness, KEY_TYPES.cosignature));
  const signature = concatBytes(timeBytes(at), sign(messageOf(text, at), witness.secretKey));
  return signatureLine({ name: witness.name, keyId, signature });
}

/**
 * When a witness cosigned a note, in seconds since 1970: its earliest. Undefined where it did not, or where one of its
 * signatures is wrong.
 */
export function cosignedAt(witness: NoteKey, note: Note): number | undefined {
  const found = signaturesBy(witness, note);
  const verifying = verifyingKey(witness.publicKey);
  if (!verifying || witness.type !== KEY_TYPES.cosignature || found.length === 0) return undefined;
  const times = found.map((bytes) => {
    if (bytes.length !== COSIGNATURE_BYTES) return Number.NaN;
    const at = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
    const isRight = isSigned(messageOf(note.text, at), bytes.subarray(TIME_BYTES), verifying);
    return Number.isSafeInteger(at) && isRight ? at : Number.NaN;
  });
  const first = Math.min(...times);
  return Number.isNaN(first) ? undefined : first;
}

function messageOf(text: string, at: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${at}\n${text}`);
}

function timeBytes(at: number): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(at));
  return bytes;
}
