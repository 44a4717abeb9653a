import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
import { equalBytes } from "./merkle.ts";

const { Point } = ed25519;

/** A key that signatures can be verified with. */
export type VerifyingKey = InstanceType<typeof Point>;

/** Signs a message (RFC 8032) with the 32 bytes of a key's seed. */
export function sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return ed25519.sign(message, secretKey);
}

/** The public half of a key, of 32 bytes. */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secretKey);
}

/** Reads a public key. Undefined for bytes that are no point, not its canonical ones, or of small order. */
export function verifyingKey(bytes: Uint8Array): VerifyingKey | undefined {
  const key = pointOf(bytes);
  return key && !key.isSmallOrder() ? key : undefined;
}

/**
 * Whether a signature is right: RFC 8032, 5.1.7, by the equation without the cofactor, and strict. The library's own
 * verification multiplies by the cofactor, under which verifiers could differ.
 */
export function isSigned(message: Uint8Array, signature: Uint8Array, key: VerifyingKey): boolean {
  if (signature.length !== 64) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= Point.Fn.ORDER || pointOf(r) === undefined) return false;
  // Reduced by the order of the base point, as all implementations do.
  const k = littleEndian(sha512(concatBytes(r, key.toBytes(), message))) % Point.Fn.ORDER;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k));
  return equalBytes(expected.toBytes(), r);
}

/** The point that canonical bytes stand for. */
function pointOf(bytes: Uint8Array): VerifyingKey | undefined {
  try {
    const point = Point.fromBytes(bytes);
    return equalBytes(point.toBytes(), bytes) ? point : undefined;
  } catch {
    return undefined;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes.toReversed())}`);
}
