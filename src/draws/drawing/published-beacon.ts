import { type Beacon, randomnessOf } from "../protocol/beacon/beacon.ts";

/** The most characters of what a relay answers, or an organiser pastes: some 300 are usual. */
export const MAX_BEACON_LENGTH = 4096;

const SIGNATURE = /^[0-9a-f]{96}$/;

/**
 * Reads a beacon as relays and mirrors publish it: a relay's JSON, or the signature in hex alone.
 *
 * @param round the round that was asked for, where the text names none
 * @returns a beacon that is still to be verified; undefined where there is none in the text
 */
export function readPublishedBeacon(text: string, round: number): Beacon | undefined {
  if (text.length > MAX_BEACON_LENGTH) return undefined;
  const published = fieldsOf(text.trim());
  const signature = typeof published.signature === "string" ? published.signature.toLowerCase() : "";
  if (!SIGNATURE.test(signature)) return undefined;
  return {
    round: typeof published.round === "number" ? published.round : round,
    signature,
    // Drand's newer addresses leave it to the reader to hash the signature.
    randomness: typeof published.randomness === "string" ? published.randomness : randomnessOf(signature),
  };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return { signature: text };
  }
}
