import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "#src/base/hashing/sha256.ts";
import type { Fault } from "../format/fault.ts";
import { faultOfDifference, faultOfMembers, hex, wholeNumber } from "../format/members.ts";
import { type Chain, isChainKey } from "./chains.ts";

/** What the network published for one round. */
export type Beacon = { readonly round: number; readonly signature: string; readonly randomness: string };

const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const SIGNATURE_BYTES = 48;

/** What is wrong with a beacon that was given for a round; nothing if it proves itself under the chain's key. */
export function faultOfBeacon(chain: Chain, round: number, beacon: unknown): Fault | undefined {
  const fault = faultOfMembers("beacon", beacon, {
    round: wholeNumber(1),
    signature: hex(SIGNATURE_BYTES),
    randomness: hex(32),
  });
  if (fault) return fault;
  const published = beacon as Beacon;
  const other = faultOfDifference("beacon.round", round, published.round);
  if (other) return other;
  if (!isSignedByChain(chain, published)) {
    return {
      rule: "beacon-signature",
      where: "beacon.signature",
      expected: chain.publicKey,
      found: published.signature,
    };
  }
  const randomness = randomnessOf(published.signature);
  return randomness === published.randomness
    ? undefined
    : { rule: "randomness", where: "beacon.randomness", expected: randomness, found: published.randomness };
}

/** The randomness of a beacon: the hash of its signature. */
export function randomnessOf(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

function isSignedByChain(chain: Chain, { round, signature }: Beacon): boolean {
  if (!isChainKey(chain.publicKey)) return false;
  try {
    const point = bls12_381.G1.Point.fromBytes(hexToBytes(signature));
    point.assertValidity();
    // A coordinate written as x + p is the same point in other bytes, and would be other randomness.
    if (point.is0() || bytesToHex(point.toBytes()) !== signature) return false;
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(round));
    const message = bls12_381.shortSignatures.hash(sha256(number), DST);
    return bls12_381.shortSignatures.verify(point, message, bls12_381.G2.Point.fromBytes(hexToBytes(chain.publicKey)));
  } catch {
    // No point of the curve, or one outside of the subgroup.
    return false;
  }
}
