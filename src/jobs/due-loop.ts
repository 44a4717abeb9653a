import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";

/** The pause before one is tried again that failed. */
const AFTER_FAILURE_MS = 60_000;

type DueLoop<Due extends { readonly id: string }> = {
  /** Finds the one that has been due longest, except those with these ids. */
  readonly find: (excluded: readonly string[]) => Promise<Due | null | undefined>;
  /** Works on one. Returns after how many milliseconds it may be tried again, or null if nothing is left to do. */
  readonly work: (due: Due) => Promise<number | null>;
  /** The pause when nothing is due, in milliseconds. */
  readonly idleMs: number;
};

/**
 * Works on what is due, one after the other. One that failed or has to wait is passed for a while, so that it is in the
 * way of no other.
 *
 * @param onError called with each failure; the loop continues
 */
export function startDueLoop<Due extends { readonly id: string }>(
  { find, work, idleMs }: DueLoop<Due>,
  onError: (error: unknown) => void,
): PollLoop {
  const passed = new Map<string, number>();
  return startPollLoop(async () => {
    const now = Date.now();
    for (const [id, until] of passed) if (until <= now) passed.delete(id);
    const due = await find([...passed.keys()]);
    if (!due) return Math.min(idleMs, ...[...passed.values()].map((until) => until - now));
    try {
      const wait = await work(due);
      if (wait !== null) passed.set(due.id, Date.now() + wait);
      return 0;
    } catch (error) {
      // While the database is away all fail alike: each is tried again as soon as it is back.
      if (!isDatabaseAway(error)) passed.set(due.id, Date.now() + AFTER_FAILURE_MS);
      throw error;
    }
  }, onError);
}
