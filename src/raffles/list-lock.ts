import { sql } from "kysely";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { LOCKS } from "#src/db/locks.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { RemovalReason } from "./limits.ts";

export type ListLocked = Refusal<"list-locked">;

/** Who changes an entry, for the log; why, where somebody removes it (src/draws/protocol/log). */
export type LoggedChange = { readonly by: "entrant" | "shop" | "retention"; readonly reason?: RemovalReason };

/** Says for the rest of the transaction who changes entries: what nobody said so is logged as past the program. */
export async function changeAs(tx: Transaction, { by, reason = "" }: LoggedChange): Promise<void> {
  await sql`
    select set_config('tambiolo.changed_by', ${by}, true), set_config('tambiolo.reason', ${reason}, true)
  `.execute(tx);
}

/**
 * Keeps a raffle's list of tickets from being locked until the transaction ends. Whatever changes an entry calls it
 * before it reads or writes one: so each change is in the list, or is refused. Nobody waits for a list that is being
 * locked: a million entries take a minute, and those who wait would hold all connections.
 *
 * @returns refusal: `list-locked`, also while it is being locked
 */
export async function holdUnlocked(
  tx: Transaction,
  raffleId: string,
  change: LoggedChange,
): Promise<Outcome<void, ListLocked>> {
  await changeAs(tx, change);
  if (!(await isHeld(tx, raffleId))) return refuse({ reason: "list-locked" });
  // Weaker than an edit's lock, and in the way of the list's lock alone (src/draws/lock).
  const raffle = await tx
    .selectFrom("raffles")
    .select("lockedAt")
    .where("id", "=", raffleId)
    .$if(!isSharded(tx), (query) => query.forKeyShare().skipLocked())
    .executeTakeFirst();
  return raffle?.lockedAt === null ? accept(undefined) : refuse({ reason: "list-locked" });
}

/**
 * Of a table that every worker has, Citus locks all rows for one: nobody could enter any raffle while one is edited. So
 * there the coordinator's advisory lock stands for the row's.
 */
async function isHeld(tx: Transaction, raffleId: string): Promise<boolean> {
  if (!isSharded(tx)) return true;
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${raffleId}, ${sql.lit(LOCKS.unlockedLists)})) as free
  `.execute(tx);
  return rows[0]?.free ?? false;
}

/** Waits for all who hold a raffle's list unlocked, and keeps others from it until the transaction ends. */
export async function awaitHolders(tx: Transaction, raffleId: string): Promise<void> {
  if (!isSharded(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${raffleId}, ${sql.lit(LOCKS.unlockedLists)}))`.execute(tx);
}
