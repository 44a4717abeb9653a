import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import { inStatement, untilOnStandby } from "#src/db/transaction.ts";
import { MAX_BATCH, nextBatchSize } from "./batch-size.ts";
import { insertEntries } from "./insert-entries.ts";
import { explainRefusals, NO_RAFFLE, type SubmissionOutcome, storedAt } from "./outcomes.ts";
import type { Submission } from "./submission.ts";

/**
 * Queue length. Beyond it a client is told to retry after AWAY_SECONDS. It is a second or two of work for a small
 * machine, and some megabytes. After a longer wait most clients would be gone.
 */
const MAX_WAITING = 4096;
const AWAY_SECONDS = 3;

type Waiting = {
  readonly submission: Submission;
  readonly resolve: (outcome: SubmissionOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type BusyOutcome = Outcome<never, Refusal<"site-busy">>;

/** Takes submissions one by one and commits those that arrive together as a batch, in one transaction. */
export type SubmissionQueue = {
  /** Whether the next submission would be refused: then the request's body need not be read. */
  isFull(): boolean;
  /** The number of submissions that wait for a place in a batch, or to be told why they were refused. */
  waiting(): number;
  /**
   * Resolves only after the commit of the entry is durable. Refuses at once with `site-busy` if the queue is full.
   * Rejects if the database fails.
   */
  submit(submission: Submission): Promise<SubmissionOutcome | BusyOutcome>;
};

export type SubmissionQueueOptions = {
  /**
   * Whether the database may have synchronous standbys. If an entry's first commit was cut off, the standby may lack
   * it. So when it is sent again and found, the queue waits for a standby before it answers.
   */
  readonly awaitsStandbys?: boolean;
  /** For tests: the queue length, without the batches in flight. */
  readonly maxWaiting?: number;
};

/**
 * Commits in batches: a single submission leaves at the end of the event loop's turn, and a crowd shares its commits.
 * `nextBatchSize` decides who leaves when. In a sharded database each raffle has batches of its own.
 */
export function createSubmissionQueue(db: Database, options: SubmissionQueueOptions = {}): SubmissionQueue {
  return isSharded(db) ? createQueueOfEach(db, options) : createOneQueue(db, options);
}

/** A queue for each raffle: a batch of several would be as many transactions, with few entries in each. */
function createQueueOfEach(db: Database, options: SubmissionQueueOptions): SubmissionQueue {
  const { maxWaiting = MAX_WAITING } = options;
  const queues = new Map<string, { readonly queue: SubmissionQueue; pending: number }>();
  const waiting = () => [...queues.values()].reduce((sum, { queue }) => sum + queue.waiting(), 0);
  const isFull = () => waiting() >= maxWaiting;
  return {
    isFull,
    waiting,
    async submit(submission) {
      if (isFull()) return SITE_BUSY;
      const { raffleId } = submission;
      const its = queues.get(raffleId) ?? { queue: createOneQueue(db, options), pending: 0 };
      queues.set(raffleId, its);
      its.pending += 1;
      try {
        return await its.queue.submit(submission);
      } finally {
        its.pending -= 1;
        if (its.pending === 0) queues.delete(raffleId);
      }
    },
  };
}

function createOneQueue(db: Database, options: SubmissionQueueOptions): SubmissionQueue {
  const { awaitsStandbys = false, maxWaiting = MAX_WAITING } = options;
  const waiting: Waiting[] = [];
  const refused: Waiting[] = [];
  let explaining = false;
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

  async function send(batch: readonly Waiting[]): Promise<void> {
    batches += 1;
    underway += batch.length;
    await together(batch, store);
    batches -= 1;
    underway -= batch.length;
    sendDue(false);
    await explainDue();
  }

  async function store(batch: readonly Waiting[]): Promise<void> {
    const submissions = batch.map(({ submission }) => submission);
    const stored = await inStatement(db, (statement) => insertEntries(statement, submissions));
    for (const one of batch) {
      const createdAt = stored.get(one.submission.id);
      if (createdAt) one.resolve(storedAt(one.submission, createdAt));
      else refused.push(one);
    }
  }

  /** Explains together what several batches did not store. The next batches do not wait for it. */
  async function explainDue(): Promise<void> {
    if (explaining) return;
    explaining = true;
    while (refused.length > 0) await together(refused.splice(0, MAX_BATCH), explain);
    explaining = false;
  }

  async function explain(batch: readonly Waiting[]): Promise<void> {
    const submissions = batch.map(({ submission }) => submission);
    const outcomes = await explainRefusals(db, submissions);
    // What is accepted here was stored before. The commit of an entry that was stored just now has waited already.
    if (awaitsStandbys && outcomes.some(({ ok }) => ok)) await untilOnStandby(db);
    for (const [place, one] of batch.entries()) one.resolve(outcomes[place] ?? NO_RAFFLE);
  }

  const pending = () => waiting.length + refused.length;
  const isFull = () => pending() >= maxWaiting;

  return {
    isFull,
    waiting: pending,
    submit(submission) {
      if (isFull()) return Promise.resolve(SITE_BUSY);
      return new Promise((resolve, reject) => {
        waiting.push({ submission, resolve, reject });
        sendDue(false);
      });
    },
  };
}

/**
 * Does something for all of them at once, and for each alone if that fails because of one. Rejects what fails alone.
 */
async function together(batch: readonly Waiting[], work: (batch: readonly Waiting[]) => Promise<void>): Promise<void> {
  try {
    await work(batch);
  } catch (error) {
    // Where the database is away no submission is at fault: one by one, each would fail too, after a wait of its own.
    if (isDatabaseAway(error) || batch.length === 1) for (const one of batch) one.reject(error);
    else for (const one of batch) await together([one], work);
  }
}

/** The refusal of a submission when the queue is full. */
export const SITE_BUSY = refuse({
  reason: "site-busy",
  fields: { "": [{ key: "siteBusy", params: { seconds: AWAY_SECONDS } }] },
} as const);
