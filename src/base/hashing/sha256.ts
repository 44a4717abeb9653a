import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../canonical-json.ts";

/** SHA-256 of a message. Node's own is quicker, so that the server and the command line hand it in. */
export type Sha256 = (message: Uint8Array) => Uint8Array;

/** Runs wherever JavaScript does. */
export const sha256: Sha256 = (message) => portableSha256(message);

/** H(object): the SHA-256, in hex, of an object's canonical JSON. */
export function hashOf(object: unknown, hash = sha256): string {
  return bytesToHex(hash(utf8ToBytes(canonicalJson(object))));
}
