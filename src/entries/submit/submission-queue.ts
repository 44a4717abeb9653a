import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { MAX_BATCH } from "#src/db/batches/batch-size.ts";
import { createBatches, together } from "#src/db/batches/batches.ts";
import type { Database } from "#src/db/connect.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import { inStatement, untilOnStandby } from "#src/db/transaction.ts";
import { insertEntries } from "./insert-entries.ts";
import { explainRefusals, NO_RAFFLE, type SubmissionOutcome, storedAt } from "./outcomes.ts";
import type { Submission } from "./submission.ts";

/**
 * Queue length. Beyond it a client has to retry after AWAY_SECONDS. It is a second or two of work for a small
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
  /** The number of submissions that wait for a place in a batch, or for the reason why they were refused. */
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
 * Commits in batches, as `createBatches` says. In a sharded database each raffle has batches of its own.
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
  const batches = createBatches(store);
  const refused: Waiting[] = [];
  let explaining = false;

  async function store(batch: readonly Waiting[]): Promise<void> {
    const submissions = batch.map(({ submission }) => submission);
    const stored = await inStatement(db, (statement) => insertEntries(statement, submissions));
    for (const one of batch) {
      const createdAt = stored.get(one.submission.id);
      if (createdAt) one.resolve(storedAt(one.submission, createdAt));
      else refused.push(one);
    }
    void explainDue();
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

  const pending = () => batches.waiting() + refused.length;
  const isFull = () => pending() >= maxWaiting;

  return {
    isFull,
    waiting: pending,
    submit(submission) {
      if (isFull()) return Promise.resolve(SITE_BUSY);
      return new Promise((resolve, reject) => batches.add({ submission, resolve, reject }));
    },
  };
}

/** The refusal of a submission when the queue is full. */
export const SITE_BUSY = refuse({
  reason: "site-busy",
  fields: { "": [{ key: "siteBusy", params: { seconds: AWAY_SECONDS } }] },
} as const);
