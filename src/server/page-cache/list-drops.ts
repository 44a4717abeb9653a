/** Changes in a row that drop the lists at once: about as many as people make by hand. */
const AT_ONCE = 5;
/** Beyond those, one drop a second: an edit shows within a second, and the lists are rendered no more often. */
const EVERY_MS = 1000;

/**
 * Limits how often the lists of raffles are dropped from the cache. Strangers publish raffles: without a limit, each
 * publication would make every process render the home page again.
 *
 * @param drop drops the lists
 * @returns a function to call on each change; it drops the lists now, or within a second
 */
export function createListDrops(drop: () => void, now: () => number = () => performance.now()): () => void {
  let left = AT_ONCE;
  let filledAt = now();
  let timer: NodeJS.Timeout | undefined;
  return () => {
    if (timer) return;
    const gained = Math.floor((now() - filledAt) / EVERY_MS);
    left = Math.min(AT_ONCE, left + gained);
    filledAt += gained * EVERY_MS;
    if (left > 0) {
      left -= 1;
      drop();
      return;
    }
    timer = setTimeout(
      () => {
        timer = undefined;
        filledAt = now();
        drop();
      },
      Math.max(0, filledAt + EVERY_MS - now()),
    );
    timer.unref();
  };
}
