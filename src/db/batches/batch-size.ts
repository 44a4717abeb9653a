/** Limits the size of a statement, and how many items one failed commit affects. */
export const MAX_BATCH = 256;
/** A statement by itself costs as much as nine entries: below this size more of them only add work. */
const MIN_SHARE = 16;
/** While one batch waits for the disk, the other is written. A third took more wake-ups than it used idle time. */
const BATCHES = 2;
/** A crowd keeps the event loop busy for so long that the database would run out of work between its turns. */
const FULL_BATCHES = 6;

/** What a queue holds: items that wait, batches at the database, and the items in those. */
export type QueueLoad = { readonly waiting: number; readonly batches: number; readonly underway: number };

/**
 * How many of the waiting items leave as one batch now; 0 lets them wait until a batch returns or more arrive.
 *
 * Batches overlap only if none takes all that is there. So each takes its share of what waits and what is underway, as
 * soon as so many wait: small ones for a few people, full ones in a crowd, and larger ones where commits take long,
 * since more are underway then.
 *
 * @param endOfTurn whether the event loop has handled all that had arrived; then fewer leave, so that nobody waits
 *   alone
 */
export function nextBatchSize({ waiting, batches, underway }: QueueLoad, endOfTurn: boolean): number {
  if (waiting >= MAX_BATCH && batches < FULL_BATCHES) return MAX_BATCH;
  if (batches >= BATCHES) return 0;
  const share = Math.min(MAX_BATCH, Math.max(MIN_SHARE, Math.ceil((waiting + underway) / BATCHES)));
  if (waiting >= share && batches > 0) return share;
  return endOfTurn ? Math.min(waiting, share) : 0;
}
