import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";

/** Notes that a winner has seen their prizes: the first time counts, for those that are not noted yet. */
export async function noteOpened(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { raffleId, entryId }: ContactScope,
): Promise<void> {
  await inTransaction(db, (tx) =>
    tx
      .updateTable("claims")
      .set({ openedAt: clock() })
      .where("raffleId", "=", raffleId)
      .where("entryId", "=", entryId)
      .where("openedAt", "is", null)
      .execute(),
  );
}
