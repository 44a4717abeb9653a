import type { StaffScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";

/**
 * Settles a refused slip: it is corrected or dismissed, and what was typed is gone.
 *
 * @returns its number and why it was refused; undefined if there is none, or somebody else settled it
 */
export async function settleSlip(
  tx: Transaction,
  { raffleId }: StaffScope<"add-entries">,
  id: string,
  now: Date,
): Promise<{ readonly number: number; readonly outcome: string } | undefined> {
  if (!isId(id)) return undefined;
  return tx
    .updateTable("offlineSlips")
    .set({ settledAt: now, sealed: null })
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .where("outcome", "<>", "accepted")
    .where("settledAt", "is", null)
    .returning(["number", "outcome"])
    .executeTakeFirst();
}
