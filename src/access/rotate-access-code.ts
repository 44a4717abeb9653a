import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";
import { recordChange } from "./audit.ts";
import { type EventScope, type OrganiserScope, scopeIdOf } from "./scope.ts";

/**
 * Gives a raffle or an event a new access code. The old one, and every browser's pass for it, opens nothing from then on.
 *
 * @returns the new code, for the only time
 */
export async function rotateAccessCode(
  given: { db: Database; secret: Uint8Array; clock: Clock },
  scope: OrganiserScope | EventScope,
): Promise<Outcome<{ accessCode: string }, Refusal<"raffle-not-found" | "event-not-found">>> {
  const { secret, clock } = given;
  const id = scopeIdOf(scope);
  return inTransaction(given.db, async (tx) => {
    const accessCode = newAccessCode();
    const changed = { accessCodeHash: hashAccessCode(secret, id, accessCode) };
    const updated =
      "eventId" in scope
        ? tx.updateTable("events").set(changed).where("id", "=", id).returning("code as subject")
        : tx.updateTable("raffles").set(changed).where("id", "=", id).returning("codeId as subject");
    const row = await updated.executeTakeFirst();
    if (!row) return refuse({ reason: "eventId" in scope ? "event-not-found" : "raffle-not-found" });
    // That it changed is all that the log may know.
    const change = { action: "new-access-code", subject: row.subject, before: null, after: null };
    await recordChange(tx, scope, change, clock);
    return accept({ accessCode });
  });
}
