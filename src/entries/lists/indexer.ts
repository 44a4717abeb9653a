import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { addNextAlikeKeys } from "../alike/stored-keys.ts";
import { indexNextEntries, tidyEntryIndex } from "./search-index.ts";

/** How often an idle indexer polls, in ms, which costs next to nothing. A single entry is indexed within this time. */
const LOOK_EVERY_MS = 400;
/**
 * In a rush, accepting entries comes first: the indexer rests 14 times as long as it works. Searches still find entries
 * that are not yet indexed, only more slowly.
 */
const RESTS_A_WORK = 14;
/** The longest rest, so that the counts on a screen still move. */
const MAX_PAUSE_MS = 5000;

/**
 * Indexes changed entries in the background until it is stopped. Of several processes one works at a time; the others
 * find nothing to do.
 *
 * @param onError gets each error; the indexer retries
 */
export function startEntryIndexer(db: Database, onError: (error: unknown) => void): PollLoop {
  let untidy = false;
  return startPollLoop(async () => {
    const started = performance.now();
    const { changes, pouring } = await indexNextEntries(db);
    if (changes > 0) {
      untidy = true;
      return pouring ? Math.min((performance.now() - started) * RESTS_A_WORK, MAX_PAUSE_MS) : 0;
    }
    if (untidy) await tidyEntryIndex(db);
    untidy = false;
    // Of rows that a site of the version before wrote.
    if (await addNextAlikeKeys(db)) return 0;
    return LOOK_EVERY_MS;
  }, onError);
}
