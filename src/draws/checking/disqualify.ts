import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

export type Decision = {
  readonly entryCode: string;
  readonly action: "disqualify-entry" | "reinstate-entry";
  /** Untrusted. The entrant reads why the entry is not in play; of a reinstated one the log keeps it. */
  readonly reason: string;
};

export type DecisionRefusal = Refusal<"entry-not-found" | "invalid-fields"> | ListLocked;

/**
 * Takes an entry out of play, or back into it, until the list is locked. The log of changes keeps each decision.
 *
 * @returns the person's name, for the confirmation; refusals: `invalid-fields` (the reason), `list-locked`,
 *   `entry-not-found`
 */
export async function decideOnEntry(
  { db, clock }: Deps,
  scope: OrganiserScope,
  { entryCode, action, reason: typed }: Decision,
): Promise<Outcome<{ firstName: string; lastName: string }, DecisionRefusal>> {
  const read = readReason(typed);
  if (!read.ok) return read;
  const reason = read.value;
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    const entry = await tx
      .selectFrom("entries")
      .select(["id", "entryCode", "firstName", "lastName", "disqualifiedFor"])
      .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
      .where("entryCode", "=", typedCode(entryCode))
      .forUpdate()
      .executeTakeFirst();
    if (!entry) return refuse({ reason: "entry-not-found" });
    await writeDecision(tx, scope, { entry, action, reason }, clock);
    return accept({ firstName: entry.firstName, lastName: entry.lastName });
  });
}

type WrittenDecision = Pick<Decision, "action" | "reason"> & {
  /** As it is, its row locked. */
  readonly entry: { readonly id: string; readonly entryCode: string; readonly disqualifiedFor: string | null };
};

/** Writes a decision on an entry, where its list is held unlocked. One that changes nothing is not logged. */
export async function writeDecision(
  tx: Transaction,
  scope: OrganiserScope,
  { entry: { id, entryCode: subject, disqualifiedFor: before }, action, reason }: WrittenDecision,
  clock: Clock,
): Promise<void> {
  const after = action === "disqualify-entry" ? reason : null;
  if (after === before) return;
  await tx
    .updateTable("entries")
    .set({ disqualifiedFor: after, disqualifiedAt: after === null ? null : clock(), updatedAt: clock() })
    .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
    .where("id", "=", id)
    .execute();
  await noteEntryChanges(tx, scope.raffleId, [id]);
  const change = {
    action,
    subject,
    entryId: id,
    before: { disqualifiedFor: before },
    after: after === null ? { disqualifiedFor: null, reason } : { disqualifiedFor: after },
  };
  await recordChange(tx, scope, change, clock);
}
