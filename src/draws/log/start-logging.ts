import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { type LogDeps, logNext } from "./write-log.ts";

/** The pause while nothing is queued, in ms: an entry is in the log within seconds. */
const IDLE_MS = 1000;
/** In a rush, accepting entries comes first: the writer rests 30 times as long as it works. */
const RESTS_A_WORK = 30;
const MAX_PAUSE_MS = 5000;
/** From this age on it rests as long as it works: each change is to be in the log within a minute. */
const HURRY_MS = 20_000;

/**
 * Writes the log in the background until it is stopped. Of several processes one works at a time.
 *
 * @param first is done before anything is written
 */
export function startLogging(
  db: Database,
  deps: LogDeps,
  first: () => Promise<void>,
  onError: (error: unknown) => void,
): PollLoop {
  let isBegun = false;
  return startPollLoop(async () => {
    if (!isBegun) await first();
    isBegun = true;
    const started = performance.now();
    const { rows, lastMadeAt } = await logNext(db, deps);
    if (rows === 0 || !lastMadeAt) return IDLE_MS;
    const isLate = Date.now() - lastMadeAt.getTime() > HURRY_MS;
    return Math.min((performance.now() - started) * (isLate ? 1 : RESTS_A_WORK), MAX_PAUSE_MS);
  }, onError);
}
