import { seal as sealAs, unseal as unsealAs } from "#src/base/sealed.ts";

/** What is sealed: each kind under a key of its own. */
export type SealedKind = "claim-answers/1" | "claim-files/1";

/** The claim to which something sealed belongs. Sealed for one, it opens for no other. */
export type ClaimPlace = { readonly raffleId: string; readonly claimId: string };

/** Seals bytes of a claim under the site's secret, so that the database alone reveals nothing. */
export function seal(secret: Uint8Array, kind: SealedKind, place: ClaimPlace, content: Uint8Array): Buffer {
  return sealAs(secret, { kind, boundTo: boundTo(place) }, content);
}

/** Opens what `seal` sealed; null if it was changed, or sealed for another claim or kind, or under another secret. */
export function unseal(secret: Uint8Array, kind: SealedKind, place: ClaimPlace, sealed: Uint8Array): Buffer | null {
  return unsealAs(secret, { kind, boundTo: boundTo(place) }, sealed);
}

function boundTo({ raffleId, claimId }: ClaimPlace): string {
  return `${raffleId} ${claimId}`;
}
