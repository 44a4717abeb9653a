import type { Transaction } from "#src/db/transaction.ts";
import type { PushKind } from "./schema.ts";

/**
 * Has all browsers of a raffle messaged, in the caller's transaction. What is said is read when it is sent.
 *
 * @param dueAt when; what is due earlier or later already is then due at this time
 */
export async function queuePush(
  tx: Transaction,
  { raffleId, kind, dueAt }: { readonly raffleId: string; readonly kind: PushKind; readonly dueAt: Date },
): Promise<void> {
  await tx
    .insertInto("pushNotices")
    .values({ raffleId, kind, dueAt })
    .onConflict((conflict) => conflict.columns(["raffleId", "kind"]).doUpdateSet({ dueAt, afterId: null }))
    .execute();
}
