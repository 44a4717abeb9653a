import type { ContactScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { holdOwnClaim } from "./hold-claim.ts";
import { storeWords } from "./write.ts";

/**
 * Erases what a winner has shown to everybody. Whoever agreed to it can take that back at any time. Once the prize is
 * handed over, the claim's own form is closed.
 *
 * @returns refusal: `claim-not-found`; asked again, it changes nothing
 */
export async function withdrawWords(
  { db }: { readonly db: Database },
  scope: ContactScope,
  claimId: string,
): Promise<Outcome<void, Refusal<"claim-not-found">>> {
  if (!isId(claimId)) return refuse({ reason: "claim-not-found" });
  return inTransaction(db, async (tx) => {
    if (!(await holdOwnClaim(tx, scope, claimId))) return refuse({ reason: "claim-not-found" } as const);
    await storeWords(tx, { raffleId: scope.raffleId, claimId }, null);
    return accept(undefined);
  });
}
