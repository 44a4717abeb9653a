import { type SqlBool, sql } from "kysely";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import { type LockDeps, lockList } from "./lock-list.ts";

/** The pause when no list is due. Lists lock at a minute that people read on the page. */
const IDLE_MS = 5_000;
/** The pause before a list is tried again whose locking failed, so that it is in the way of no other. */
const AFTER_FAILURE_MS = 60_000;

/** Locks by themselves the lists whose time has come. Of several processes, one locks a list and the others pass it. */
export function startLockingLists(deps: LockDeps, onError: (error: unknown) => void): PollLoop {
  const passed = new Map<string, number>();
  return startPollLoop(async () => {
    for (const [raffleId, until] of passed) if (until < Date.now()) passed.delete(raffleId);
    const due = await findDue(deps, [...passed.keys()]);
    if (due === null) return IDLE_MS;
    try {
      if (!(await lockDue(deps, due))) passed.set(due, Date.now() + IDLE_MS);
    } catch (error) {
      // The loop tries it again in seconds.
      if (isDatabaseAway(error)) throw error;
      passed.set(due, Date.now() + AFTER_FAILURE_MS);
      onError(error);
    }
    return 0;
  }, onError);
}

/** The raffle whose list has been due longest, but for some. */
async function findDue({ db, clock }: LockDeps, but: readonly string[]): Promise<string | null> {
  const due = await db
    .selectFrom("raffles")
    .select("id")
    .where("lockedAt", "is", null)
    .where("lockAt", "<=", clock())
    .where(sql<SqlBool>`due_date < now() and id <> all(${but}::uuid[])`)
    .orderBy("lockAt")
    .limit(1)
    .executeTakeFirst();
  return due?.id ?? null;
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
