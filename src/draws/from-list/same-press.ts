import { createHmac } from "node:crypto";
import { hashAccessCode } from "#src/access/codes/access-code.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { signingKey } from "#src/base/derive-key.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { CreatedRaffle } from "#src/raffles/write.ts";

/** What a page's random key looks like. */
const KEY = /^[0-9a-f-]{36}$/;

/** How long the same press gets the same codes again. */
const SHOWN_AGAIN_MS = HOUR_MS;

/** The id and the access code that one press makes, however often it arrives. */
export type PressCodes = Pick<CreatedRaffle, "id" | "accessCode">;

/**
 * Derives what a press makes from its page's key, its sender and all that it wants. A second press therefore meets the
 * id of the first, which the database has only once; a list that was changed meanwhile is another draw.
 *
 * @returns null for a press without a key
 */
export function codesOfPress(secret: Uint8Array, key: string, wanted: unknown): PressCodes | null {
  if (!KEY.test(key)) return null;
  const bytes = createHmac("sha512", signingKey(secret, "list draw/1"))
    .update(JSON.stringify([key, wanted]))
    .digest();
  // UUID version 8, which is for values of one's own (RFC 9562 §5.8).
  const hex = bytes.subarray(0, 16).toString("hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  const letters = [...bytes.subarray(16, 16 + CODE_LENGTHS.access)];
  // The alphabet has 32 characters, so that a byte's rest is without bias.
  const accessCode = letters.map((byte) => CLEAR_LETTERS_AND_DIGITS.charAt(byte % CLEAR_LETTERS_AND_DIGITS.length));
  return { id: [...parts, hex.slice(20)].join("-"), accessCode: accessCode.join("") };
}

export type PressedRaffle = CreatedRaffle & { readonly name: string };

/**
 * Finds what an earlier arrival of the same press made.
 *
 * @returns null if nothing was made; refusal: `invalid-fields`, where its codes are not shown again
 */
export async function findPressed(
  reader: Reader,
  { secret, now }: { readonly secret: Uint8Array; readonly now: Date },
  { id, accessCode }: PressCodes,
): Promise<Outcome<PressedRaffle | null, Refusal<"invalid-fields">>> {
  const made = await reader
    .selectFrom("raffles")
    .select(["codeId", "name", "accessCodeHash", "createdAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!made) return accept(null);
  const isRecent = now.getTime() - made.createdAt.getTime() < SHOWN_AGAIN_MS;
  if (!isRecent || !made.accessCodeHash.equals(hashAccessCode(secret, id, accessCode))) {
    return refuse({ reason: "invalid-fields", fields: { names: [{ key: "listLockedBefore" }] } });
  }
  return accept({ id, accessCode, codeId: made.codeId, name: made.name });
}
