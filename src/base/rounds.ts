import { setTimeout as delay } from "node:timers/promises";

/** Something is away: it is asked again after this. */
const AFTER_ERROR_MS = 5000;

export type Rounds = {
  /** Waits for the round under way. */
  stop(): Promise<void>;
};

/**
 * Works in rounds, one after the other, until it is stopped.
 *
 * @param round does a piece of work, and answers how many milliseconds to rest after it
 * @param onError told what went wrong; the rounds go on
 */
export function startRounds(round: () => Promise<number>, onError: (error: unknown) => void): Rounds {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rest = await round().catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
        return AFTER_ERROR_MS;
      });
      await delay(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
