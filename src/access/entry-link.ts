import { createHmac, timingSafeEqual } from "node:crypto";
import { typedCode } from "#src/base/code-formats.ts";
import { signingKey } from "#src/base/derive-key.ts";
import type { Reader } from "#src/db/connect.ts";
import { type Contact, findContact } from "./entrant-contact.ts";
import { type ContactScope, mintContactScope } from "./scope.ts";
import { isToken } from "./secret-token.ts";

/** The length of each half of a token. 96 bits cannot be guessed, so attempts need no counting. */
const HALF_BYTES = 12;

type Named = { readonly raffleId: string; readonly entryCode: string };

/**
 * The token in a receipt's link, which opens the full entry. It gives the mail's reader no more than typing the mail's
 * address would. It ends when the phone or e-mail changes, or the entry is erased. Null if the entry is gone.
 */
export async function entryLinkToken(secret: Uint8Array, reader: Reader, scope: ContactScope): Promise<string | null> {
  const contact = await findContact(reader, scope);
  return contact && Buffer.concat([nameHalf(secret, contact), contactHalf(secret, contact)]).toString("base64url");
}

/** The proof from a valid token, or null. A token for another entry causes no look-up, so it reveals nothing. */
export async function contactOfLink(
  secret: Uint8Array,
  reader: Reader,
  named: Named,
  token: string,
): Promise<ContactScope | null> {
  if (!isToken(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const [first, second] = [bytes.subarray(0, HALF_BYTES), bytes.subarray(HALF_BYTES)];
  const { raffleId } = named;
  const entryCode = typedCode(named.entryCode);
  if (!timingSafeEqual(first, nameHalf(secret, { raffleId, entryCode }))) return null;
  const contact = await findContact(reader, { raffleId, entryCode });
  return contact && timingSafeEqual(second, contactHalf(secret, contact)) ? mintContactScope(contact) : null;
}

function nameHalf(secret: Uint8Array, { raffleId, entryCode }: Named): Buffer {
  return sign(secret, ["name", raffleId, entryCode]);
}

function contactHalf(secret: Uint8Array, { raffleId, entryId, phoneKey, emailKey }: Contact): Buffer {
  return sign(secret, ["contact", raffleId, entryId, phoneKey ?? "", emailKey ?? ""]);
}

function sign(secret: Uint8Array, parts: readonly string[]): Buffer {
  return createHmac("sha256", signingKey(secret, "entry-link/1"))
    .update(parts.join("\0"), "utf8")
    .digest()
    .subarray(0, HALF_BYTES);
}
