import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import type { OnSecurityEvent } from "../audit/security-events.ts";
import { type EventScope, type OrganiserScope, scopeIdOf } from "../scope.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";

export type RotationRefusal = Refusal<"raffle-not-found" | "event-not-found" | "access-code-changed">;

/**
 * Gives a raffle or an event a new access code. The old code, and every browser's pass for it, stops working.
 * Of several concurrent calls one succeeds; the others are refused with `access-code-changed`. Otherwise they would
 * return codes that no longer work.
 *
 * @returns the new code, which cannot be read again
 */
export async function rotateAccessCode(
  deps: { db: Database; secret: Uint8Array; clock: Clock; onSecurityEvent?: OnSecurityEvent },
  scope: OrganiserScope | EventScope,
): Promise<Outcome<{ accessCode: string }, RotationRefusal>> {
  const { secret, clock } = deps;
  const id = scopeIdOf(scope);
  const outcome = await inTransaction(deps.db, async (tx) => {
    const accessCode = newAccessCode();
    const changed = { accessCodeHash: hashAccessCode(secret, id, accessCode) };
    const proved = scope.accessCodeHash;
    const updated =
      "eventId" in scope
        ? tx.updateTable("events").set(changed).where("id", "=", id).where("accessCodeHash", "=", proved)
        : tx.updateTable("raffles").set(changed).where("id", "=", id).where("accessCodeHash", "=", proved);
    const { numUpdatedRows } = await updated.executeTakeFirstOrThrow();
    const row = await subjectOf(tx, scope);
    if (!row) return refuse({ reason: "eventId" in scope ? "event-not-found" : "raffle-not-found" });
    if (numUpdatedRows === 0n) return refuse({ reason: "access-code-changed" });
    // The log records only that the code changed, never the code.
    const change = { action: "new-access-code" as const, subject: row.subject, before: null, after: null };
    await recordChange(tx, scope, change, clock);
    return accept({ accessCode });
  });
  const { raffleId, eventId, userId } = { raffleId: undefined, eventId: undefined, ...scope };
  if (outcome.ok) {
    deps.onSecurityEvent?.({ event: "access-code-renewed", raffleId, eventId, userId: userId ?? undefined });
  }
  return outcome;
}

async function subjectOf(tx: Transaction, scope: OrganiserScope | EventScope) {
  return "eventId" in scope
    ? tx.selectFrom("events").select("code as subject").where("id", "=", scope.eventId).executeTakeFirst()
    : tx.selectFrom("raffles").select("codeId as subject").where("id", "=", scope.raffleId).executeTakeFirst();
}
