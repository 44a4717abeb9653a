import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Fault } from "./fault.ts";
import { faultOfValue, hex } from "./members.ts";

const { Point } = ed25519;
const KEY = hex(32);
const SIGNATURE = hex(64);

/** Signs an object's canonical JSON with the site's Ed25519 key (the 32 bytes of its seed). */
export function signObject(object: unknown, secretKey: Uint8Array): string {
  return bytesToHex(ed25519.sign(utf8ToBytes(canonicalJson(object)), secretKey));
}

/** The public half of the site's key. */
export function siteKeyOf(secretKey: Uint8Array): string {
  return bytesToHex(ed25519.getPublicKey(secretKey));
}

/**
 * What is wrong with a signature of an object's canonical JSON: RFC 8032, 5.1.7, by the equation without the cofactor,
 * and strict. The library's own verification multiplies by the cofactor, under which verifiers could differ.
 */
export function faultOfSignature(object: unknown, signature: unknown, siteKey: unknown): Fault | undefined {
  const fault = faultOfValue("siteKey", siteKey, KEY) ?? faultOfValue("signature", signature, SIGNATURE);
  if (fault) return fault;
  const key = pointOf(hexToBytes(siteKey as string));
  if (key === undefined || key.isSmallOrder()) {
    return { rule: "key", where: "siteKey", expected: "Ed25519", found: siteKey as string };
  }
  return isSigned(utf8ToBytes(canonicalJson(object)), hexToBytes(signature as string), key)
    ? undefined
    : { rule: "signature", where: "signature", expected: siteKey as string, found: signature as string };
}

function isSigned(message: Uint8Array, signature: Uint8Array, key: InstanceType<typeof Point>): boolean {
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= Point.Fn.ORDER || pointOf(r) === undefined) return false;
  // Reduced by the order of the base point, as all implementations do.
  const k = littleEndian(sha512(concatBytes(r, key.toBytes(), message))) % Point.Fn.ORDER;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k));
  return bytesToHex(expected.toBytes()) === bytesToHex(r);
}

/** The point that canonical bytes stand for. */
function pointOf(bytes: Uint8Array): InstanceType<typeof Point> | undefined {
  try {
    const point = Point.fromBytes(bytes);
    return bytesToHex(point.toBytes()) === bytesToHex(bytes) ? point : undefined;
  } catch {
    return undefined;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes.toReversed())}`);
}
