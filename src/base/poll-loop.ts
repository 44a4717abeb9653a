import { setTimeout as delay } from "node:timers/promises";

/** The pause after a failed iteration: a service is probably away. */
const AFTER_ERROR_MS = 5000;

export type PollLoop = {
  /** Stops the loop, and waits for the iteration under way. */
  stop(): Promise<void>;
};

/**
 * Repeats one iteration, never two at once, until it is stopped.
 *
 * @param round runs one iteration, and returns the pause after it in milliseconds
 * @param onError called with the error of a failed iteration; the loop continues. Not called after `stop`.
 */
export function startPollLoop(round: () => Promise<number>, onError: (error: unknown) => void): PollLoop {
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
