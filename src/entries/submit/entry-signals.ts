import { keyedHash } from "#src/base/derive-key.ts";
import { networkOf } from "#src/rate-limits/network.ts";

/** Where an entry came from, as the organiser's checking compares it: keyed hashes in hexadecimal. */
export type EntrySignals = { readonly networkHash: string; readonly deviceHash: string };

/** 64 bits: two of a million networks share a hash in one of 30 million raffles. */
const SHORT = { encoding: "hex", length: 16 } as const;

/**
 * Hashes a visitor's network and browser under a key of the site, for one raffle. Nobody can read them back, or follow
 * anybody from one raffle to another.
 *
 * @param from.address the client's address; of IPv6 only its /64 counts
 * @param from.device the result of `deviceOf`
 */
export function entrySignals(
  secret: Uint8Array,
  raffleId: string,
  from: { readonly address: string; readonly device: string },
): EntrySignals {
  const deviceHash = hashed(secret, raffleId, "device", from.device);
  return { networkHash: networkHashOf(secret, raffleId, from.address), deviceHash };
}

/** The same of a network alone. */
export function networkHashOf(secret: Uint8Array, raffleId: string, address: string): string {
  return hashed(secret, raffleId, "network", networkOf(address));
}

function hashed(secret: Uint8Array, raffleId: string, kind: string, value: string): string {
  return keyedHash(secret, "entry-signals/2", `${raffleId}\0${kind}\0${value}`, SHORT);
}

/** A coarse description of a device, from two headers that every browser sends. No script asks it for more. */
export function deviceOf(userAgent: string | null | undefined, languages: string | null | undefined): string {
  return `${userAgent ?? ""}\n${languages ?? ""}`;
}
