/**
 * How a phone seals a slip for the site: ECDH on P-256 with a key that it draws for each slip, HKDF-SHA-256,
 * AES-256-GCM. A sealed slip is the drawn public key, a nonce, and the ciphertext with its tag. All browsers have these
 * by WebCrypto.
 */
export const PUBLIC_KEY_BYTES = 65;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
export const SEAL_INFO = "Tambiolo offline slip/1";

/** A slip as it waits in a browser and is sent, besides its sealed content. */
export type SlipHead = {
  readonly id: string;
  /** Counts the slips of one browser for a raffle. */
  readonly number: number;
  /** When it was typed, by the phone's clock: milliseconds since 1970. */
  readonly typedAt: number;
};

/** What a slip is sealed for: no other raffle, number or time opens it. */
export function sealedFor(raffleId: string, { id, number, typedAt }: SlipHead): string {
  return [SEAL_INFO, raffleId, id, number, typedAt].join("\n");
}

/** The fields of the form, as they were typed. */
export type SlipFields = readonly (readonly [name: string, value: string])[];
