import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "#src/base/hashing/sha256.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { isSigned, publicKeyOf, sign, verifyingKey } from "./ed25519.ts";
import { equalBytes } from "./merkle.ts";

// Signed notes (c2sp.org/signed-note): a text, an empty line, and a line for each signature.

/** What a key signs: a note as it is, or checkpoints with the time (c2sp.org/tlog-cosignature). */
export const KEY_TYPES = { note: 0x01, cosignature: 0x04 } as const;

/** A key that verifies signatures of notes: its name, what it signs, and its 32 bytes. */
export type NoteKey = { readonly name: string; readonly type: number; readonly publicKey: Uint8Array };

/** A key that signs: `secretKey` is the 32 bytes of its seed. */
export type NoteSigner = { readonly name: string; readonly secretKey: Uint8Array };

/** A line below a note: who says to have signed, and what follows the key's id. */
export type NoteSignature = { readonly name: string; readonly keyId: Uint8Array; readonly signature: Uint8Array };

export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

const KEY_ID_BYTES = 4;
/** More signatures than anybody has witnesses; readers have to take 16. */
const MAX_SIGNATURES = 64;
const MAX_NOTE_LENGTH = 65_536;
const NAME = /^[^\s+\p{Z}]+$/u;

/** Whether a text has an ASCII control character other than LF. */
function hasControls(text: string): boolean {
  return Array.from(text).some((character) => character < " " && character !== "\n");
}

/** Whether a text can be the name of a key: no spaces, no plus sign. */
function isKeyName(name: string): boolean {
  return NAME.test(name) && !hasControls(name) && name.isWellFormed();
}

/** The first bytes of a hash of all that a key is. Verifying distinguishes two keys with the same. */
export function keyIdOf({ name, type, publicKey }: NoteKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, KEY_ID_BYTES);
}

/** A key as one word, as `example.com/log+530d903a+AekyeR…`. */
export function vkeyOf(key: NoteKey): string {
  const material = toBase64(concatBytes(Uint8Array.of(key.type), key.publicKey));
  return `${key.name}+${bytesToHex(keyIdOf(key))}+${material}`;
}

/** Reads such a word. Undefined where its parts do not fit each other, or the key is none that can verify. */
export function readVkey(word: string): NoteKey | undefined {
  const [, name = "", id = "", material = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(word) ?? [];
  const bytes = fromBase64(material);
  if (!isKeyName(name) || bytes?.length !== 33) return undefined;
  const key = { name, type: bytes[0] ?? 0, publicKey: bytes.subarray(1) };
  return bytesToHex(keyIdOf(key)) === id && verifyingKey(key.publicKey) ? key : undefined;
}

/** The key of a type that verifies what a signer signs. */
export function keyOf({ name, secretKey }: NoteSigner, type: number): NoteKey {
  return { name, type, publicKey: publicKeyOf(secretKey) };
}

/** A line with a signature, its LF included. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(keyId, signature))}\n`;
}

/** Signs a text that ends with LF: the whole note. */
export function signNote(text: string, signer: NoteSigner): string {
  const keyId = keyIdOf(keyOf(signer, KEY_TYPES.note));
  return `${text}\n${signatureLine({ name: signer.name, keyId, signature: sign(utf8ToBytes(text), signer.secretKey) })}`;
}

/** Takes a note apart, without verifying anything. Undefined where it is none, or has too many signatures. */
export function readNote(note: string): Note | undefined {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || note.length > MAX_NOTE_LENGTH || hasControls(note) || !note.isWellFormed()) return undefined;
  const signatures = readSignatureLines(note.slice(split + 2));
  return signatures && { text: note.slice(0, split + 1), signatures };
}

/** Reads lines of signatures, each with its LF; undefined where one is none, or there is none. */
function readSignatureLines(lines: string): NoteSignature[] | undefined {
  if (!lines.endsWith("\n")) return undefined;
  const signatures = lines.slice(0, -1).split("\n").map(readSignatureLine);
  if (signatures.length > MAX_SIGNATURES || !signatures.every((signature) => signature !== undefined)) return undefined;
  return signatures;
}

function readSignatureLine(line: string): NoteSignature | undefined {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) return undefined;
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) };
}

/** What a note has of a key: its signatures, right or wrong; other keys' are ignored. */
export function signaturesBy(key: NoteKey, { signatures }: Note): Uint8Array[] {
  const keyId = keyIdOf(key);
  return signatures
    .filter(({ name, keyId: id }) => name === key.name && equalBytes(id, keyId))
    .map(({ signature }) => signature);
}

/** Whether a note has a signature of a key, and none of that key that is wrong. */
export function isSignedBy(key: NoteKey, note: Note): boolean {
  const found = signaturesBy(key, note);
  const verifying = verifyingKey(key.publicKey);
  if (!verifying || key.type !== KEY_TYPES.note || found.length === 0) return false;
  return found.every((signature) => isSigned(utf8ToBytes(note.text), signature, verifying));
}
