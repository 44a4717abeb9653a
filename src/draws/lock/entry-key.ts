import { createHmac } from "node:crypto";
import { signingKey } from "#src/base/derive-key.ts";

const KEY_BYTES = 16;

/**
 * The key of an entry's seal, in hex: with it its entrant finds their ticket, and without it nobody can. It is derived
 * from the site's secret, so that entries cost nothing more, and the entrant alone gets it.
 */
export function entryKey(secret: Uint8Array, entry: { readonly raffleId: string; readonly entryId: string }): string {
  return createHmac("sha256", signingKey(secret, "entry draw key/1"))
    .update(`${entry.raffleId}\0${entry.entryId}`, "utf8")
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}
