import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { AddedTicks } from "#src/entries/submit/submission.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { addRows } from "../write.ts";

/**
 * Confirms rules that the shop checks, of entries that the shop itself has just added with them ticked. It would only
 * confirm its own ticks later. The ticks of a helper by link wait, as an entrant's do, and all of them once the list is
 * locked.
 *
 * @param scope of who added the entries
 * @param entries that this transaction has inserted
 */
export async function confirmTicks(
  tx: Transaction,
  scope: OrganiserScope | StaffScope<"add-entries">,
  entries: readonly AddedTicks[],
  at: Date,
): Promise<void> {
  if ("helperId" in scope && scope.helperId !== undefined) return;
  const ticked = new Set(entries.flatMap(({ claimedRules }) => claimedRules));
  if (ticked.size === 0) return;
  // Also says for the log who changes these entries.
  const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
  if (!held.ok) return;
  const raffle = await findRaffle(tx, scope.raffleId);
  for (const { id: ruleId, drops, proof } of raffle?.rules ?? []) {
    if (proof !== "checked" || !ticked.has(ruleId)) continue;
    const rows = entries
      .filter(({ claimedRules }) => claimedRules.includes(ruleId))
      .map(({ id }) => ({ entryId: id, ruleId, way: proof, drops, sourceKey: `${id} 0` }));
    await addRows(tx, scope.raffleId, rows, { by: scope, at });
  }
}
