import { LRUCache } from "lru-cache";

/** A new result. */
export type Made<Value> = {
  readonly value: Value;
  /** Approximate size in memory. */
  readonly bytes: number;
  /** Whether it is served after its expiry while no result can be made. */
  readonly outlives?: boolean;
  /** Expiry time on the clock of performance.now(). An expired result goes to waiting callers and is not cached. */
  readonly until: number;
};

/** A cache of expensive results by key. Concurrent callers of one key share one result (single-flight). */
export type SingleFlightCache<Value> = {
  /** The cached result, if it has not expired or `outlives` allows an expired one. */
  look(key: string): Value | undefined;
  /**
   * The cached result, or a new one: one call of `make` serves all concurrent callers. If `make` fails, each caller
   * gets the expired result where `outlives` allows it, else the error.
   */
  get(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /**
   * Drops matching results. One under way still goes to its waiting callers, but is not cached. Later callers start a
   * new one.
   */
  drop(matches: (key: string) => boolean): void;
};

/**
 * @param maxBytes memory limit of all cached results; the least recently used go first
 * @param outlives returns true while no result can be made: then expired results are served
 */
export function createSingleFlightCache<Value>(
  maxBytes: number,
  outlives: () => boolean = () => false,
): SingleFlightCache<Value> {
  const cached = new LRUCache<string, Made<Value>>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  const underWay = new Map<string, Promise<Value>>();

  function look(key: string): Value | undefined {
    const made = cached.get(key);
    if (made === undefined) return undefined;
    return performance.now() < made.until || (made.outlives !== false && outlives()) ? made.value : undefined;
  }

  function start(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const making: Promise<Value> = Promise.resolve()
      .then(make)
      .then((made) => {
        // If the key was dropped meanwhile, the data changed, and this result may be stale.
        if (underWay.get(key) === making && performance.now() < made.until) cached.set(key, made);
        return made.value;
      })
      .finally(() => {
        if (underWay.get(key) === making) underWay.delete(key);
      });
    underWay.set(key, making);
    return making;
  }

  return {
    look,
    async get(key, make) {
      const known = look(key);
      if (known !== undefined) return known;
      try {
        return await (underWay.get(key) ?? start(key, make));
      } catch (error) {
        const old = look(key);
        if (old === undefined) throw error;
        return old;
      }
    },
    drop(matches) {
      for (const key of [...cached.keys()]) if (matches(key)) cached.delete(key);
      for (const key of [...underWay.keys()]) if (matches(key)) underWay.delete(key);
    },
  };
}
