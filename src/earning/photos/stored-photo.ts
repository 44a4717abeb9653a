import { keyedHash } from "#src/base/derive-key.ts";
import { seal, unseal } from "#src/base/sealed.ts";

/** The photo to which something sealed belongs. Sealed for one, it opens for no other. */
type PhotoPlace = { readonly raffleId: string; readonly id: string };

const KINDS = { picture: "proof-photos/1", number: "proof-photo-numbers/1" } as const;

const MARK_BYTES = 16;

/** Seals a picture or a receipt's number under the site's secret, so that the database alone reveals nothing. */
export function sealOfPhoto(secret: Uint8Array, kind: keyof typeof KINDS, place: PhotoPlace, content: Uint8Array) {
  return seal(secret, { kind: KINDS[kind], boundTo: boundTo(place) }, content);
}

/** Opens what `sealOfPhoto` sealed; null if it was changed, or is of another photo, or under another secret. */
export function openOfPhoto(secret: Uint8Array, kind: keyof typeof KINDS, place: PhotoPlace, sealed: Uint8Array) {
  return unseal(secret, { kind: KINDS[kind], boundTo: boundTo(place) }, sealed);
}

function boundTo({ raffleId, id }: PhotoPlace): string {
  return `${raffleId} ${id}`;
}

/** By which the same picture, or the same receipt, is known again within a raffle. */
export function markOfPhoto(secret: Uint8Array, raffleId: string, kind: keyof typeof KINDS, content: string): Buffer {
  const text = `${raffleId} ${kind} ${content}`;
  return Buffer.from(
    keyedHash(secret, "proof-photo-marks/1", text, { encoding: "hex", length: 2 * MARK_BYTES }),
    "hex",
  );
}

/** A receipt's number without what people type differently: 00-123 a, 00123A. */
export function comparableNumber(number: string): string {
  return number.toUpperCase().replace(/[^\p{Letter}\p{Number}]/gu, "");
}

/** What the ledger names as the source of what a photo earned, or of its refusal. */
export function photoSource(id: string): string {
  return `photo ${id}`;
}
