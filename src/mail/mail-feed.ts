import { sql } from "kysely";
import { accept } from "#src/base/outcome.ts";
import { type Rounds, startRounds } from "#src/base/rounds.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job, Jobs } from "#src/jobs/jobs.ts";
import type { MailPlace } from "./schema.ts";
import { holdWaiting, releaseHeld, takeWaiting } from "./write.ts";

export type MailFeedOptions = {
  readonly db: Database;
  /** Whether there is a mail server. Without one, mails are put aside. */
  readonly canSend: boolean;
  readonly jobs: Jobs;
  readonly delivery: Job<MailPlace>;
  /**
   * Puts into the outbox what was only noted where there was no time for it; answers how much that was. Without a mail
   * server it is put aside at once: to do that afterwards would write each mail twice.
   */
  readonly sources: readonly ((tx: Transaction, state: "waiting" | "held") => Promise<number>)[];
  readonly onError: (error: unknown) => void;
};

/** How soon a lone mail is on its way; asking costs next to nothing. */
const LOOK_EVERY_MS = 1000;
const MAILS_A_ROUND = 500;
/** While mails pour in, whatever makes them comes first: they are ready sooner than any mail server takes them. */
const RESTS_A_WORK = 19;
const LONGEST_REST_MS = 5000;

const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 10_000;

/**
 * Makes a job for each mail that enters the outbox, in the transaction that takes note of it, until it is stopped.
 * Several processes share the work. With a mail server, what was put aside of late is sent too.
 */
export function startMailFeed({ db, canSend, jobs, delivery, sources, onError }: MailFeedOptions): Rounds {
  let released = !canSend;
  return startRounds(async () => {
    const started = performance.now();
    const done = await inTransaction(db, async (tx) => {
      if (!released) await releaseHeld(tx);
      let noted = 0;
      for (const source of sources) noted += await source(tx, canSend ? "waiting" : "held");
      if (!canSend) {
        await holdWaiting(tx);
        return noted;
      }
      const waiting = await takeWaiting(tx, MAILS_A_ROUND);
      await jobs.send(tx, delivery, waiting);
      return noted + waiting.length;
    });
    released = true;
    if (done === 0) return LOOK_EVERY_MS;
    return Math.min((performance.now() - started) * RESTS_A_WORK, LONGEST_REST_MS);
  }, onError);
}

/** Deletes, each night, the mails of more than KEPT_DAYS days ago that are not on their way. */
export function mailTidying(db: Database): Job {
  return {
    name: "tidy-mails",
    cron: "40 3 * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: 1800,
    async run() {
      for (;;) {
        const old = db
          .selectFrom("mails")
          .select(["raffleId", "id"])
          .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
          .where("state", "<>", "waiting")
          .limit(DELETED_AT_ONCE);
        const deleted = await db
          .deleteFrom("mails")
          .where((eb) => eb(eb.refTuple("raffleId", "id"), "in", old.$asTuple("raffleId", "id")))
          .executeTakeFirst();
        if (deleted.numDeletedRows < BigInt(DELETED_AT_ONCE)) return accept(undefined);
      }
    },
  };
}
