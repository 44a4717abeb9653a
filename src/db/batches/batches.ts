import { isDatabaseAway } from "../database-away.ts";
import { nextBatchSize } from "./batch-size.ts";

/** What waits for its batch: the work resolves it, and a failure rejects it. */
export type BatchItem = { reject(error: unknown): void };

/** Does things that arrive together as batches. */
export type Batches<Item> = {
  add(item: Item): void;
  /** The number of items that wait for a place in a batch. */
  waiting(): number;
};

/**
 * Does in batches what arrives one by one: a single item leaves at the end of the event loop's turn, and a crowd shares
 * its transactions. `nextBatchSize` decides who leaves when.
 *
 * @param work does a batch, and resolves its items. If it fails because of one, it is called for each alone
 */
export function createBatches<Item extends BatchItem>(work: (batch: readonly Item[]) => Promise<void>): Batches<Item> {
  const waiting: Item[] = [];
  let batches = 0;
  let underway = 0;
  let scheduled = false;

  const sizeNow = (endOfTurn: boolean) => nextBatchSize({ waiting: waiting.length, batches, underway }, endOfTurn);

  function sendDue(endOfTurn: boolean): void {
    for (let size = sizeNow(endOfTurn); size > 0; size = sizeNow(endOfTurn)) void send(waiting.splice(0, size));
    // Where the end of a turn sends nothing either, the return of a batch asks again.
    if (scheduled || sizeNow(true) === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      sendDue(true);
    });
  }

  async function send(batch: readonly Item[]): Promise<void> {
    batches += 1;
    underway += batch.length;
    await together(batch, work);
    batches -= 1;
    underway -= batch.length;
    sendDue(false);
  }

  return {
    add(item) {
      waiting.push(item);
      sendDue(false);
    },
    waiting: () => waiting.length,
  };
}

/**
 * Does something for all of them at once, and for each alone if that fails because of one. Rejects what fails alone.
 */
export async function together<Item extends BatchItem>(
  batch: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  try {
    await work(batch);
  } catch (error) {
    // Where the database is away no item is at fault: one by one, each would fail too, after a wait of its own.
    if (isDatabaseAway(error) || batch.length === 1) for (const one of batch) one.reject(error);
    else for (const one of batch) await together([one], work);
  }
}
