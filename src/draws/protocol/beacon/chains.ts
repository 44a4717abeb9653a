import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Fault, shown } from "../format/fault.ts";
import { faultOfMembers, hex, type Kind, oneOf, wholeNumber } from "../format/members.ts";

/** The one scheme that beacons are verified by: short signatures on G1, each for its round alone. */
export const SCHEME = "bls-unchained-g1-rfc9380";

/** A network of drand, as a verifier has to know it beforehand: nothing of this is taken from a plan or a relay. */
export type Chain = {
  readonly hash: string;
  readonly scheme: typeof SCHEME;
  /** Seconds from one round to the next. */
  readonly period: number;
  /** The second since 1970 of round 1. */
  readonly genesis: number;
  readonly publicKey: string;
};

/** The chain of every site that is given no other. */
export const QUICKNET: Chain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  scheme: SCHEME,
  period: 3,
  genesis: 1_692_803_367,
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
};

/** The pinned chains: those whose keys this verifier vouches for. */
export const CHAINS: readonly Chain[] = [QUICKNET];

/** Whether a text is a public key that beacons can be verified under: canonical, in the subgroup, not infinity. */
export function isChainKey(publicKey: string): boolean {
  try {
    const point = bls12_381.G2.Point.fromBytes(hexToBytes(publicKey));
    point.assertValidity();
    return !point.is0() && bytesToHex(point.toBytes()) === publicKey;
  } catch {
    return false;
  }
}

/** A day from round to round, and a start within four digits of years, so that every round has a time. */
const MAX_PERIOD = 86_400;
const LATEST_GENESIS = 253_402_300_799;

/** The members that count of what a drand network says about itself (`/info`); it has others, too. */
const INFO: Readonly<Record<string, Kind>> = {
  hash: hex(32),
  schemeID: oneOf(SCHEME),
  period: wholeNumber(1, MAX_PERIOD),
  genesis_time: wholeNumber(0, LATEST_GENESIS),
  public_key: { notation: "G2", holds: (value) => hex(96).holds(value) && isChainKey(value as string) },
};

type Info = { hash: string; period: number; genesis_time: number; public_key: string };

/**
 * Reads a chain that is given by hand, as its network's `/info` describes it. It cannot stand in for a pinned one:
 * whoever gives a verifier another key for quicknet would have it believe anything.
 */
export function readChain(info: unknown): Outcome<Chain, Fault> {
  const named = Object.entries(typeof info === "object" && info !== null ? info : {});
  const members = Object.fromEntries(named.filter(([name]) => Object.hasOwn(INFO, name)));
  const fault = faultOfMembers("", members, INFO);
  if (fault) return refuse(fault);
  const { hash, period, genesis_time: genesis, public_key: publicKey } = members as Info;
  if (CHAINS.some((chain) => chain.hash === hash)) {
    return refuse({ rule: "pinned-chain", where: "hash", expected: "—", found: shown(hash) });
  }
  return accept({ hash, scheme: SCHEME, period, genesis, publicKey });
}
