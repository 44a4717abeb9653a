import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { GuessLimiter } from "./guess-limit.ts";
import { type EntrantScope, mintEntrantScope } from "./scope.ts";

/** An entry code as typed, and the raffle it is for where the page or the request says which. */
export type EntrantClaim = { readonly entryCode: string; readonly raffleId?: string | undefined };

export type EntrantRefusal = Refusal<"entry-not-found" | "entry-code-ambiguous" | "too-many-requests">;

const ENTRY_CODE = /^[A-Z]{8}$/;

/**
 * Proves an entrant by the entry code, matched in upper case and trimmed.
 *
 * Codes are unique in a raffle, and two raffles may by chance hold the same one: without a raffle such a code
 * is refused as ambiguous, never answered with somebody else's entry. An address that misses often is made to wait;
 * what cannot be a code at all is no try.
 */
export async function proveEntrant(
  given: { reader: Reader; guesses: GuessLimiter; address: string },
  claim: EntrantClaim,
): Promise<Outcome<EntrantScope, EntrantRefusal>> {
  const entryCode = claim.entryCode.trim().toUpperCase();
  if (!ENTRY_CODE.test(entryCode)) return refuse({ reason: "entry-not-found" });
  return given.guesses.attempt(given.address, () => findEntrant(given.reader, entryCode, claim.raffleId));
}

/**
 * The proof for what the site does by itself for an entrant: writing to them. Nobody asks, so that nothing is proven, and
 * what is read with it goes to the address of the entry alone.
 *
 * @returns null where the entry is gone
 */
export async function entrantToWriteTo(
  reader: Reader,
  { raffleId, entryId }: { readonly raffleId: string; readonly entryId: string },
): Promise<EntrantScope | null> {
  const found = await reader
    .selectFrom("entries")
    .select(["raffleId", "id"])
    .where("raffleId", "=", raffleId)
    .where("id", "=", entryId)
    .executeTakeFirst();
  return found ? mintEntrantScope(found.raffleId, found.id) : null;
}

async function findEntrant(reader: Reader, entryCode: string, raffleId: string | undefined) {
  let query = reader.selectFrom("entries").select(["raffleId", "id"]).where("entryCode", "=", entryCode).limit(2);
  if (raffleId !== undefined) query = query.where("raffleId", "=", raffleId);
  const [found, another] = await query.execute();
  if (!found) return refuse({ reason: "entry-not-found" } as const);
  if (another) return refuse({ reason: "entry-code-ambiguous" } as const);
  return accept(mintEntrantScope(found.raffleId, found.id));
}
