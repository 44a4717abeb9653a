import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Transaction } from "#src/db/transaction.ts";

export type ListLocked = Refusal<"list-locked">;

/**
 * Keeps a raffle's list of tickets from being locked until the transaction ends. Whatever changes an entry calls it
 * before it reads or writes one: so each change is in the list, or is refused. Nobody waits for a list that is being
 * locked: a million entries take a minute, and those who wait would hold all connections.
 *
 * @returns refusal: `list-locked`, also while it is being locked
 */
export async function holdUnlocked(tx: Transaction, raffleId: string): Promise<Outcome<void, ListLocked>> {
  // Weaker than an edit's lock, and in the way of the list's lock alone (src/draws/lock).
  const raffle = await tx
    .selectFrom("raffles")
    .select("lockedAt")
    .where("id", "=", raffleId)
    .forKeyShare()
    .skipLocked()
    .executeTakeFirst();
  return raffle?.lockedAt === null ? accept(undefined) : refuse({ reason: "list-locked" });
}
