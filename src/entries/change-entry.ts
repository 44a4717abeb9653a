import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { lockEntry } from "./read.ts";
import { type EntryChanges, entryChanges } from "./schema.ts";
import { writeTicks } from "./write.ts";

type EntryChangeRefusal = Refusal<"entry-not-found" | "too-late" | "invalid-fields">;

/**
 * Changes an entry as its entrant sent it, from the entry's page or the API: ticks and wishes, and how its person is
 * named if they win.
 *
 * @param body the untrusted body, of any shape
 * @returns whether anything changed; refusals: `invalid-fields`, `entry-not-found`, `too-late` (after the due date or
 *   the list's lock)
 */
export async function changeEntryFrom(
  deps: { db: Database; clock: Clock },
  scope: EntrantScope,
  body: unknown,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const parsed = entryChanges.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(deps.db, (tx) => changeEntry(tx, scope, parsed.data, deps.clock));
}

async function changeEntry(
  tx: Transaction,
  scope: EntrantScope,
  changes: EntryChanges,
  clock: Clock,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const held = await holdUnlocked(tx, scope.raffleId);
  if (!held.ok) return refuse({ reason: "too-late" });
  const before = await lockEntry(tx, scope);
  const raffle = before && (await findRaffle(tx, scope.raffleId));
  if (!before || !raffle) return refuse({ reason: "entry-not-found" });
  if (!before.open) return refuse({ reason: "too-late" });
  const ticks = await writeTicks(tx, { raffle, before, ...scope }, changes, clock);
  if (!ticks.ok) return ticks;
  const { namedByTicket = before.namedByTicket } = changes;
  const renamed = namedByTicket !== before.namedByTicket;
  if (renamed) {
    await tx
      .updateTable("entries")
      .set({ namedByTicket, updatedAt: clock() })
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", scope.entryId)
      .execute();
  }
  return accept({ changed: renamed || ticks.value !== null });
}
