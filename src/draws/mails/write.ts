import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";

/**
 * Has every entrant of a raffle mailed that its list is locked, in the lock's transaction. Changes of its plan that wait
 * for others are mailed now: none can follow.
 */
export async function beginLockMailing(tx: Transaction, raffleId: string, lockedAt: Date): Promise<void> {
  await tx
    .updateTable("drawMailings")
    .set({ state: "filling" })
    .where("raffleId", "=", raffleId)
    .where("state", "=", "collecting")
    .execute();
  await tx
    .insertInto("drawMailings")
    .values({ raffleId, id: newId(), kind: "list-locked", state: "filling", begunAt: lockedAt })
    .execute();
}
