import { type Rounds, startRounds } from "#src/base/rounds.ts";
import type { Database } from "#src/db/connect.ts";
import { indexNextEntries, tidyEntryIndex } from "./entry-index.ts";

/** How soon a lone entry can be counted; asking costs next to nothing. */
const LOOK_EVERY_MS = 400;
/**
 * While entries pour in, accepting them comes first, and the indexer works a fifteenth of the time: entries that wait are found
 * all the same, only more slowly.
 */
const RESTS_A_WORK = 14;
/** No rest is longer: counts that are looked at should move. */
const LONGEST_REST_MS = 5000;

/**
 * Works off what changed in the entries, behind the fast path, until it is stopped. Of several processes one works and
 * the others look in vain.
 *
 * @param onError told what went wrong; the indexer tries again
 */
export function startEntryIndexer(db: Database, onError: (error: unknown) => void): Rounds {
  let untidy = false;
  return startRounds(async () => {
    const started = performance.now();
    const { changes, pouring } = await indexNextEntries(db);
    if (changes > 0) {
      untidy = true;
      return pouring ? Math.min((performance.now() - started) * RESTS_A_WORK, LONGEST_REST_MS) : 0;
    }
    if (untidy) await tidyEntryIndex(db);
    untidy = false;
    return LOOK_EVERY_MS;
  }, onError);
}
