import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";
import { recordChange } from "./audit.ts";
import type { OrganiserScope } from "./scope.ts";

/**
 * Gives a raffle a new access code. The old one, and every browser's pass for it, opens nothing from then on.
 *
 * @returns the new code, for the only time
 */
export async function rotateAccessCode(
  given: { db: Database; secret: Uint8Array; clock: Clock },
  scope: OrganiserScope,
): Promise<Outcome<{ accessCode: string }, Refusal<"raffle-not-found">>> {
  const { secret, clock } = given;
  return inTransaction(given.db, async (tx) => {
    const accessCode = newAccessCode();
    const changed = await tx
      .updateTable("raffles")
      .set({ accessCodeHash: hashAccessCode(secret, scope.raffleId, accessCode) })
      .where("id", "=", scope.raffleId)
      .returning("codeId")
      .executeTakeFirst();
    if (!changed) return refuse({ reason: "raffle-not-found" });
    // That it changed is all that the log may know.
    await recordChange(
      tx,
      scope,
      { action: "new-access-code", subject: changed.codeId, before: null, after: null },
      clock,
    );
    return accept({ accessCode });
  });
}
