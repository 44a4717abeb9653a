import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inStatement } from "#src/db/transaction.ts";
import type { Submission } from "./submission.ts";
import { insertEntries, outcomesOf, type SubmissionOutcome } from "./write.ts";

// Bounds one statement's size and the share of work that one failed commit can take with it.
const MAX_BATCH = 256;
// While one batch waits for the disk the next is being written; a third only adds contention.
const MAX_BATCHES_IN_FLIGHT = 2;
// Where a crowd fills each of them, a batch waits most of its time for us: its answer is one of the thousand things that
// the event loop has to look at, and the database would be idle meanwhile.
const MAX_FULL_BATCHES_IN_FLIGHT = 6;

/**
 * Whoever comes when so many wait is sent away for a moment: a second or two of work at the rate of a small machine, and
 * some megabytes. Waiting longer would only end in answers that nobody waits for any more.
 */
const MAX_WAITING = 4096;
const AWAY_SECONDS = 3;

type Waiting = {
  readonly submission: Submission;
  readonly resolve: (outcome: SubmissionOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type BusyOutcome = Outcome<never, Refusal<"site-busy">>;

/** Takes submissions one by one and commits those that arrive together in one transaction. */
export type SubmissionQueue = {
  /** Whether the next submission would be refused, so that it need not be read first. */
  isFull(): boolean;
  /**
   * Answers only after the commit that holds the entry is durable; refuses at once where too many wait already. Rejects
   * when the database fails.
   */
  submit(submission: Submission): Promise<SubmissionOutcome | BusyOutcome>;
};

/**
 * Groups by event-loop turn: whatever has arrived when the turn ends is written by one statement, so that nobody
 * waits for company and a crowd shares its commits.
 *
 * @param maxWaiting for tests: how many may wait besides those under way
 */
export function createSubmissionQueue(db: Database, maxWaiting = MAX_WAITING): SubmissionQueue {
  const waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    // A full batch needs no company, and in a crowd the turn is long.
    if (waiting.length >= MAX_BATCH && inFlight < MAX_FULL_BATCHES_IN_FLIGHT) return void flush();
    if (scheduled || waiting.length === 0 || inFlight >= MAX_BATCHES_IN_FLIGHT) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (waiting.length > 0 && inFlight < MAX_BATCHES_IN_FLIGHT) void flush();
    });
  }

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, MAX_BATCH);
    inFlight += 1;
    schedule();
    await commit(db, batch);
    inFlight -= 1;
    schedule();
  }

  const isFull = () => waiting.length >= maxWaiting;

  return {
    isFull,
    submit(submission) {
      if (isFull()) return Promise.resolve(SITE_BUSY);
      return new Promise((resolve, reject) => {
        waiting.push({ submission, resolve, reject });
        schedule();
      });
    },
  };
}

async function commit(db: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const submissions = batch.map((one) => one.submission);
    const stored = await inStatement(db, (statement) => insertEntries(statement, submissions, { receipts: true }));
    const outcomes = await outcomesOf(db, submissions, stored);
    for (const [index, one] of batch.entries()) one.resolve(outcomes[index] as SubmissionOutcome);
  } catch (error) {
    const [first] = batch;
    if (batch.length > 1) {
      // One submission that the database cannot take must not fail its neighbours: each gets a commit of its own.
      for (const one of batch) await commit(db, [one]);
    } else first?.reject(error);
  }
}

/** What those are told who come when too many wait. */
export const SITE_BUSY = refuse({
  reason: "site-busy",
  fields: { "": [{ key: "siteBusy", params: { seconds: AWAY_SECONDS } }] },
} as const);
