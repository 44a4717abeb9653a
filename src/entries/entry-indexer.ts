import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#src/db/connect.ts";
import { indexNextEntries, tidyEntryIndex } from "./entry-index.ts";

/** How soon a lone entry can be counted; asking costs next to nothing. */
const LOOK_EVERY_MS = 400;
/** While changes are younger than this, entries are pouring in, and accepting them comes first. */
const POURING_MS = 2000;
/** Then the indexer works a fifth of the time: entries that wait are found all the same, only more slowly. */
const RESTS_A_WORK = 4;
/** No rest is longer: counts that are looked at should move. */
const LONGEST_REST_MS = 2000;
/** A database that is away is asked again after this. */
const AFTER_ERROR_MS = 5000;

export type EntryIndexer = {
  /** Waits for the piece of work under way. */
  stop(): Promise<void>;
};

/**
 * Works off what changed in the entries, behind the fast path, until it is stopped. Of several processes one works and
 * the others look in vain.
 *
 * @param onError told what went wrong; the indexer tries again
 */
export function startEntryIndexer(db: Database, onError: (error: unknown) => void): EntryIndexer {
  const stopping = new AbortController();
  const rest = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function run(): Promise<void> {
    let untidy = false;
    while (!stopping.signal.aborted) {
      try {
        const started = performance.now();
        const { changes, youngestMs } = await indexNextEntries(db);
        if (changes > 0) {
          untidy = true;
          if (youngestMs < POURING_MS)
            await rest(Math.min((performance.now() - started) * RESTS_A_WORK, LONGEST_REST_MS));
          continue;
        }
        if (untidy) await tidyEntryIndex(db);
        untidy = false;
        await rest(LOOK_EVERY_MS);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError(error);
        await rest(AFTER_ERROR_MS);
      }
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
