import { type SqlBool, sql } from "kysely";
import type { PollLoop } from "#src/base/poll-loop.ts";
import { startDueLoop } from "#src/jobs/due-loop.ts";
import { type LockDeps, lockList } from "./lock-list.ts";

/** The pause when no list is due. Lists lock at a minute that people read on the page. */
const IDLE_MS = 5_000;

/** Locks by themselves the lists whose time has come. Of several processes, one locks a list and the others pass it. */
export function startLockingLists(deps: LockDeps, onError: (error: unknown) => void): PollLoop {
  return startDueLoop(
    {
      find: (excluded) => findDue(deps, excluded),
      work: async ({ id }) => ((await lockDue(deps, id)) ? null : IDLE_MS),
      idleMs: IDLE_MS,
    },
    onError,
  );
}

/** The raffle whose list has been due longest, except `excluded`. */
function findDue({ db, clock }: LockDeps, excluded: readonly string[]) {
  return db
    .selectFrom("raffles")
    .select("id")
    .where("lockedAt", "is", null)
    .where("lockAt", "<=", clock())
    .where(sql<SqlBool>`due_date < now() and id <> all(${excluded}::uuid[])`)
    .orderBy("lockAt")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Locks a list whose time has come. One that cannot be locked waits for its organiser from then on.
 *
 * @returns whether nothing is left to do; false where somebody else is locking it, or has moved its dates
 */
async function lockDue(deps: LockDeps, raffleId: string): Promise<boolean> {
  const locked = await lockList(deps, { raffleId, actor: "site" });
  if (locked.ok) return true;
  if (locked.refusal.reason === "list-locked" || locked.refusal.reason === "raffle-open") return false;
  await deps.db
    .updateTable("raffles")
    .set({ lockAt: null })
    .where("id", "=", raffleId)
    // Its organiser may have moved the dates meanwhile.
    .where("lockAt", "<=", deps.clock())
    .execute();
  return true;
}
