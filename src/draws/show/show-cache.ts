import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import { raffleChanges } from "#src/raffles/lifecycle/raffle-changes.ts";
import { raffleName } from "#src/raffles/read.ts";
import { readShow } from "./read.ts";
import type { ShowState } from "./rules.ts";

const MAX_BYTES = 16 * 1024 * 1024;
/** An entrant who erased an entry is named no longer than this. */
const MAX_AGE_MS = 30_000;

/** The shows of raffles, read once for a whole audience. */
export type ShowCache = {
  /** Like `readShow`, as JSON, which is the same for everybody. Null where there is no raffle. */
  find(idOrCode: string): Promise<string | null>;
  /** @param listener gets id and code of a raffle whose show may have changed; null where any may */
  subscribe(listener: (names: readonly string[] | null) => void): void;
};

/** Keeps shows until their raffle changes: lock, draw and each step of a show report it. */
export function createShowCache(reader: Reader, notifications: Notifications): ShowCache {
  const cached = createSingleFlightCache<string | null>(MAX_BYTES);
  const changes = raffleChanges(notifications);
  const listeners: ((names: readonly string[] | null) => void)[] = [];
  changes.subscribe((names) => {
    cached.drop((key) => names === null || names.includes(key));
    for (const listener of listeners) listener(names);
  });

  return {
    async find(idOrCode) {
      const name = raffleName(idOrCode);
      if (name === null) return null;
      return cached.get(name, async () => {
        const until = changes.isListening() ? performance.now() + MAX_AGE_MS : 0;
        const show = await readShow(reader, name);
        // What is not there is not cached, or strangers could fill the memory with names that they make up.
        if (!show) return { value: null, bytes: 1, until: 0 };
        const json = JSON.stringify(show satisfies ShowState);
        return { value: json, bytes: 2 * json.length, until };
      });
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
