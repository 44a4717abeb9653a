import { sql } from "kysely";
import { accept } from "#src/base/outcome.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { forEachShard } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job, Jobs } from "#src/jobs/jobs.ts";
import type { MailPlace } from "./schema.ts";
import { holdWaiting, releaseDeferred, releaseHeld, takeWaiting } from "./write.ts";

export type MailFeedOptions = {
  readonly db: Database;
  /** Whether there is a mail server. Without one, mails are held. */
  readonly canSend: boolean;
  readonly jobs: Jobs;
  readonly delivery: Job<MailPlace>;
  /** Kinds of mail that are sent before all others, such as a winner's. */
  readonly urgent?: readonly string[];
  /**
   * Each writes mails to the outbox that a fast path only requested, and returns how many requests it handled. Without
   * a mail server it writes them as held: to hold them afterwards would write each mail twice.
   */
  readonly sources: readonly ((tx: Transaction, state: "waiting" | "held") => Promise<number>)[];
  readonly onError: (error: unknown) => void;
};

/** Poll interval without a backlog: the longest delay of a single mail. A poll is cheap. */
const LOOK_EVERY_MS = 1000;
const MAILS_PER_BATCH = 500;
/** Jobs of urgent mails are taken before those of all other mails, whose priority is 0. */
const URGENT_PRIORITY = 10;
/**
 * The pause after a batch, in multiples of its duration. With many mails, the requests that cause them come first: even
 * so, mails are ready sooner than any mail server takes them.
 */
const RESTS_A_WORK = 19;
/** With batches of 500 never less than some 300 mails a second: those about a lock have an hour. */
const MAX_PAUSE_MS = 1500;

const RETENTION_DAYS = 30;
const DELETED_AT_ONCE = 10_000;

/**
 * A poll loop that makes a job for each new mail in the outbox, in the transaction that marks the mail as queued.
 * Several processes share the work. With a mail server, the first iteration also releases recently held mails.
 */
export function startMailEnqueuer(options: MailFeedOptions): PollLoop {
  const { db, canSend, jobs, delivery, urgent = [], sources, onError } = options;
  let released = !canSend;
  return startPollLoop(async () => {
    const started = performance.now();
    const done = await inTransaction(db, async (tx) => {
      if (!released) await releaseHeld(tx);
      let noted = 0;
      for (const source of sources) noted += await source(tx, canSend ? "waiting" : "held");
      if (!canSend) {
        await holdWaiting(tx);
        return noted;
      }
      await releaseDeferred(tx, MAILS_PER_BATCH);
      const first = urgent.length > 0 ? await takeWaiting(tx, MAILS_PER_BATCH, urgent) : [];
      await jobs.send(tx, delivery, first, URGENT_PRIORITY);
      const others = await takeWaiting(tx, MAILS_PER_BATCH - first.length);
      await jobs.send(tx, delivery, others);
      return noted + first.length + others.length;
    });
    released = true;
    if (done === 0) return LOOK_EVERY_MS;
    return Math.min((performance.now() - started) * RESTS_A_WORK, MAX_PAUSE_MS);
  }, onError);
}

/** A nightly job that deletes mails older than RETENTION_DAYS days, except those that still wait. */
export function mailCleanup(db: Database): Job {
  return {
    name: "tidy-mails",
    cron: "40 3 * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: 1800,
    async run() {
      for (;;) {
        const old = await db
          .selectFrom("mails")
          .select(["raffleId", "id"])
          .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${RETENTION_DAYS})`)
          .where("state", "<>", "waiting")
          .limit(DELETED_AT_ONCE)
          .execute();
        await inTransaction(db, (tx) =>
          forEachShard(tx, old, (isOneOf) => sql`delete from mails where ${isOneOf()} and state <> 'waiting'`),
        );
        if (old.length < DELETED_AT_ONCE) return accept(undefined);
      }
    },
  };
}
