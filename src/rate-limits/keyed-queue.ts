/** Runs tasks that share a key one after the other. */
export type KeyedQueue = {
  /** Runs `work` after all earlier tasks of these keys. Runs it at once if one of the queues is full. */
  run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result>;
};

/** @param mostWaiting the queue length per key; beyond it, tasks run at once */
export function createKeyedQueue(mostWaiting: number): KeyedQueue {
  // A task joins the queues of all its keys synchronously, so two tasks cannot deadlock.
  const lines = new Map<string, { last: Promise<void>; length: number }>();

  return {
    async run(keys, work) {
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
