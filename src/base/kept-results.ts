import { LRUCache } from "lru-cache";

/** A result that was just made. */
export type Made<Value> = {
  readonly value: Value;
  /** About as many bytes as it takes in memory. */
  readonly bytes: number;
  /** Until when it holds, as performance.now() counts; what holds no longer is given to those who waited, and not kept. */
  readonly until: number;
};

/** Results that are dear to make, kept under keys; each is made once for all who ask at the same time. */
export type KeptResults<Value> = {
  /** What is kept and still holds. */
  look(key: string): Value | undefined;
  /** What is kept, or else what is made now: by one call of `make`, however many ask meanwhile. Fails for all of them. */
  get(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /** Forgets what matches. What is being made of it goes to those who wait, is not kept, and is made anew for others. */
  drop(matches: (key: string) => boolean): void;
};

/** @param maxBytes what all of it may take in memory: what was not asked for the longest goes first */
export function createKeptResults<Value>(maxBytes: number): KeptResults<Value> {
  const kept = new LRUCache<string, Made<Value>>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  const underWay = new Map<string, Promise<Value>>();

  function look(key: string): Value | undefined {
    const made = kept.get(key);
    if (made === undefined) return undefined;
    if (performance.now() < made.until) return made.value;
    kept.delete(key);
    return undefined;
  }

  function start(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const making: Promise<Value> = Promise.resolve()
      .then(make)
      .then((made) => {
        // Whoever dropped the key meanwhile knows of a change that may not be in it.
        if (underWay.get(key) === making && performance.now() < made.until) kept.set(key, made);
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
      return look(key) ?? underWay.get(key) ?? start(key, make);
    },
    drop(matches) {
      for (const key of [...kept.keys()]) if (matches(key)) kept.delete(key);
      for (const key of [...underWay.keys()]) if (matches(key)) underWay.delete(key);
    },
  };
}
