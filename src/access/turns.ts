/** Lets pieces of work that share a key happen one after the other. */
export type Turns = {
  /** Runs `work` when whatever came earlier by one of these keys is over; at once where too many wait for that. */
  take<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result>;
};

/** @param mostWaiting by one key, beyond which nobody waits any more */
export function createTurns(mostWaiting: number): Turns {
  // Who comes takes the last place by all of its keys in the same moment, so that no two can wait for each other.
  const lines = new Map<string, { last: Promise<void>; length: number }>();

  return {
    async take(keys, work) {
      if (keys.some((key) => (lines.get(key)?.length ?? 0) > mostWaiting)) return work();
      const ahead = keys.map((key) => lines.get(key)?.last);
      const { promise: last, resolve: leave } = Promise.withResolvers<void>();
      for (const key of keys) lines.set(key, { last, length: (lines.get(key)?.length ?? 0) + 1 });
      try {
        await Promise.all(ahead);
        return await work();
      } finally {
        for (const key of keys) {
          const line = lines.get(key);
          if (line && line.length > 1) line.length -= 1;
          else lines.delete(key);
        }
        leave();
      }
    },
  };
}
