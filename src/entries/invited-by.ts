import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { deriveKey } from "#src/base/derive-key.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** A UUID is one block of AES, so a keyed permutation of it is as long as the id, and alike each time. */
const BLOCK = "aes-256-ecb";
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
/** A UUID of version 7 (RFC 9562), which all our ids are. */
const OUR_ID = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** The parameter of the entry form's address that carries it. */
export const INVITE_PARAMETER = "by";

/** The address that an entrant shares. */
export function inviteLink(origin: string, raffleCode: string, token: string): string {
  return `${origin}/raffle-entry/${raffleCode}?${INVITE_PARAMETER}=${token}`;
}

type Inviter = { readonly raffleId: string; readonly entryId: string };

/**
 * What the link of an entry carries that invites others. Only the site can make or read it. It says nothing of the
 * entry, neither its code nor when it was made.
 */
export function inviteToken(secret: Uint8Array, { raffleId, entryId }: Inviter): string {
  const cipher = createCipheriv(BLOCK, keyOf(secret, raffleId), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(entryId.replaceAll("-", ""), "hex"), cipher.final()]).toString("base64url");
}

/** The token of a new entry; undefined where the raffle rewards no invitations. */
export function ownInviteToken(
  secret: Uint8Array,
  raffle: Pick<PublicRaffle, "id" | "rules">,
  entryId: string,
): string | undefined {
  return rewardsInvitations(raffle) ? inviteToken(secret, { raffleId: raffle.id, entryId }) : undefined;
}

function rewardsInvitations({ rules }: Pick<PublicRaffle, "rules">): boolean {
  return rules.some(({ proof }) => proof === "invite");
}

/**
 * The entry whose link a submission came by. Whether there is such an entry is not asked here.
 *
 * @param sent untrusted
 * @returns null where the raffle rewards no invitations, and for what no link carries
 */
export function invitedBy(
  secret: Uint8Array,
  raffle: Pick<PublicRaffle, "id" | "rules">,
  sent: unknown,
): string | null {
  if (typeof sent !== "string" || !TOKEN.test(sent)) return null;
  if (!rewardsInvitations(raffle)) return null;
  const cipher = createDecipheriv(BLOCK, keyOf(secret, raffle.id), null).setAutoPadding(false);
  const id = Buffer.concat([cipher.update(sent, "base64url"), cipher.final()]).toString("hex");
  if (!OUR_ID.test(id)) return null;
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join("-");
}

function keyOf(secret: Uint8Array, raffleId: string): Buffer {
  return createHash("sha256").update(deriveKey(secret, "invite-link/1")).update(raffleId).digest();
}
