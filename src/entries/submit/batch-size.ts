/** Limits the size of a statement, and how many submissions one failed commit affects. */
export const MAX_BATCH = 256;
/** A statement by itself costs as much as nine entries: below this size more of them only add work. */
const MIN_SHARE = 16;
/** All submissions that are in the queue or underway are divided by this: one batch is read while one is written and one waits for the disk. */
const SHARES = 3;
/** So many leave at the end of a turn of the event loop without their share: few people do not wait for company. */
const UNSHARED_BATCHES = 2;
/** A crowd keeps the event loop busy for so long that the database would run out of work between its turns. */
const FULL_BATCHES = 6;

/** What a queue holds: submissions that wait, batches at the database, and the submissions in those. */
export type QueueLoad = { readonly waiting: number; readonly batches: number; readonly underway: number };

/**
 * How many of the waiting submissions leave as one batch now; 0 lets them wait until a batch returns or more arrive.
 *
 * Batches overlap only if none takes all that is there. So each takes its share of what waits and what is underway: small
 * ones for a few people, full ones in a crowd, and larger ones where commits take long, since more are underway then.
 * `npm run bench -- batching` simulates it beside other rules.
 *
 * @param endOfTurn whether the event loop has handled all that had arrived
 */
export function nextBatchSize({ waiting, batches, underway }: QueueLoad, endOfTurn: boolean): number {
  if (waiting >= MAX_BATCH && batches < FULL_BATCHES) return MAX_BATCH;
  const share = Math.min(MAX_BATCH, Math.max(MIN_SHARE, Math.ceil((waiting + underway) / SHARES)));
  if (waiting >= share && batches > 0 && batches < SHARES) return share;
  return endOfTurn && batches < UNSHARED_BATCHES ? Math.min(waiting, share) : 0;
}
