import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { isSigned, publicKeyOf, sign, verifyingKey } from "#src/tlog/format/ed25519.ts";
import type { Fault } from "./fault.ts";
import { faultOfValue, hex } from "./members.ts";

const KEY = hex(32);
const SIGNATURE = hex(64);

/** Signs an object's canonical JSON with the site's Ed25519 key (the 32 bytes of its seed). */
export function signObject(object: unknown, secretKey: Uint8Array): string {
  return bytesToHex(sign(utf8ToBytes(canonicalJson(object)), secretKey));
}

/** The public half of the site's key. */
export function siteKeyOf(secretKey: Uint8Array): string {
  return bytesToHex(publicKeyOf(secretKey));
}

/** What is wrong with a signature of an object's canonical JSON, which is verified strictly. */
export function faultOfSignature(object: unknown, signature: unknown, siteKey: unknown): Fault | undefined {
  const fault = faultOfValue("siteKey", siteKey, KEY) ?? faultOfValue("signature", signature, SIGNATURE);
  if (fault) return fault;
  const key = verifyingKey(hexToBytes(siteKey as string));
  if (key === undefined) {
    return { rule: "key", where: "siteKey", expected: "Ed25519", found: siteKey as string };
  }
  return isSigned(utf8ToBytes(canonicalJson(object)), hexToBytes(signature as string), key)
    ? undefined
    : { rule: "signature", where: "signature", expected: siteKey as string, found: signature as string };
}
