import { CODE_FORMATS, lookAlikes, typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { EntryCodeAttempts, Prover } from "./codes/entry-code-attempts.ts";
import { type ContactScope, type EntrantScope, mintContactScope, mintEntrantScope } from "./scope.ts";

/** An entry code as typed, and the raffle's id if the page or the request names one. */
export type EntrantClaim = { readonly entryCode: string; readonly raffleId?: string | undefined };

export type EntrantRefusal = Refusal<"entry-not-found" | "entry-code-ambiguous"> | ChallengeRefusal;

/**
 * Proves an entrant by the entry code, in any case, with blanks or hyphens between its letters.
 *
 * Codes are unique within a raffle, but two raffles may by chance have the same one. Without a raffle, such a code is
 * refused with `entry-code-ambiguous`, so nobody sees another person's entry. An unknown code is refused with
 * `entry-not-found`. After many failures, `challenge-required` asks for a puzzle. Text that cannot be a code does not
 * count as an attempt.
 */
export async function proveEntrant(
  deps: Prover & { reader: Reader; entryAttempts: EntryCodeAttempts },
  claim: EntrantClaim,
): Promise<Outcome<EntrantScope, EntrantRefusal>> {
  const entryCode = entryCodeOf(claim.entryCode);
  if (entryCode === undefined) return refuse({ reason: "entry-not-found" });
  const { address, solution } = deps;
  return deps.entryAttempts.attempt({ address, solution, entryCode }, () =>
    findEntrant(deps.reader, entryCode, claim.raffleId),
  );
}

/** An entry code from typed text: letters only, so with O for 0 and I for 1. Undefined for what cannot be a code. */
export function entryCodeOf(typed: string): string | undefined {
  return lookAlikes(typedCode(typed), CODE_FORMATS.entry)[0];
}

/**
 * The proof for mail that the site itself sends to an entrant. There is no visitor to prove anything. What is read with
 * it goes only to the entry's own address.
 *
 * @returns null if the entry is gone
 */
export async function entrantToWriteTo(
  reader: Reader,
  { raffleId, entryId }: { readonly raffleId: string; readonly entryId: string },
): Promise<ContactScope | null> {
  const found = await reader
    .selectFrom("entries")
    .select(["raffleId", "id"])
    .where("raffleId", "=", raffleIdForLookup(reader, raffleId))
    .where("id", "=", entryId)
    .executeTakeFirst();
  return found ? mintContactScope({ raffleId: found.raffleId, entryId: found.id }) : null;
}

async function findEntrant(reader: Reader, entryCode: string, raffleId: string | undefined) {
  let query = reader.selectFrom("entries").select(["raffleId", "id"]).where("entryCode", "=", entryCode).limit(2);
  if (raffleId !== undefined) query = query.where("raffleId", "=", raffleIdForLookup(reader, raffleId));
  const [found, another] = await query.execute();
  if (!found) return refuse({ reason: "entry-not-found" } as const);
  if (another) return refuse({ reason: "entry-code-ambiguous" } as const);
  return accept(mintEntrantScope(found.raffleId, found.id));
}
