import { createHmac, hkdfSync } from "node:crypto";
import { sql } from "kysely";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inStatement } from "#src/db/transaction.ts";
import type { Job } from "#src/jobs/jobs.ts";
import type { GuessPolicy } from "./guess-policy.ts";
import { createTurns } from "./turns.ts";

/** By what a try is counted. */
export type CountedBy = {
  readonly policy: GuessPolicy;
  /** What is counted, and by what: each has a tally of its own. */
  readonly kind: string;
  /** Such as a network or an e-mail address: it is stored as a hash that says nothing without the site's secret. */
  readonly value: string;
};

export type Attempt<Value, Reason extends string, Wait> = {
  readonly prove: () => Promise<Outcome<Value, Refusal<Reason>>>;
  /** The refusals that are misses. */
  readonly misses: readonly string[];
  /** What whoever has to wait is told. */
  readonly tellToWait: (milliseconds: number) => Wait;
};

/** Counts the misses of all processes of the sites on one database, and makes whoever has had too many wait. */
export type GuessTally = {
  /**
   * Runs a proof, unless one of the tallies says to wait. The try counts from before the proof, so that many at once,
   * wherever they arrive, are many tries; a proof that is no miss, or that failed, is taken back. In one process those
   * who share a tally are proved one after the other, so that nobody has to wait for what others get right.
   */
  attempt<Value, Reason extends string, Wait>(
    by: readonly CountedBy[],
    attempt: Attempt<Value, Reason, Wait>,
  ): Promise<Outcome<Value, Refusal<Reason>> | Wait>;
  /** Counts one that is not taken back; answers the milliseconds to wait where there were too many, and counts none then. */
  count(by: readonly CountedBy[]): Promise<number>;
};

/** Half of a SHA-256: two values never share a tally. */
const KEY_BYTES = 16;
/** Whom the answer reaches in good time. Of more at once some are told to wait, as if those before them had missed. */
const MOST_WAITING = 100;
/** As long as the longest policy remembers. */
const FORGET_AFTER_HOURS = 24;

/** @param secret the site's: sites that share it and the database count together */
export function createGuessTally(db: Database, secret: Uint8Array): GuessTally {
  // A key of its own, so that what is hashed here means nothing to another part of the site.
  const hashKey = Buffer.from(hkdfSync("sha256", secret, "", "guess-tally/1", 32));

  const turns = createTurns(MOST_WAITING);

  function toRecord({ policy, kind, value }: CountedBy) {
    const key = createHmac("sha256", hashKey).update(`${kind}\0${value}`, "utf8").digest("hex");
    return {
      key: key.slice(0, 2 * KEY_BYTES),
      free: policy.free,
      first_wait_ms: policy.firstWaitMs,
      longest_wait_ms: policy.longestWaitMs,
      forget_after_ms: policy.forgetAfterMs,
      from_first: policy.fromFirst ?? false,
    };
  }

  async function count(by: readonly CountedBy[]): Promise<{ waitMs: number; counted: unknown }> {
    const asked = JSON.stringify(by.map(toRecord));
    const { rows } = await inStatement(db, (statement) =>
      sql<{ waitMs: number; counted: unknown }>`select wait_ms, counted from count_guess(${asked}::jsonb)`.execute(
        statement,
      ),
    );
    const [row] = rows;
    if (!row) throw new Error("count_guess answered nothing.");
    return row;
  }

  async function takeBack(counted: unknown): Promise<void> {
    const json = JSON.stringify(counted);
    await inStatement(db, (statement) => sql`select take_back_guess(${json}::jsonb)`.execute(statement));
  }

  return {
    attempt(by, { prove, misses, tellToWait }) {
      const keys = by.map(({ kind, value }) => `${kind}\0${value}`);
      return turns.take(keys, async () => {
        const { waitMs, counted } = await count(by);
        if (waitMs > 0) return tellToWait(waitMs);
        let missed = false;
        try {
          const outcome = await prove();
          missed = !outcome.ok && misses.includes(outcome.refusal.reason);
          return outcome;
        } finally {
          if (!missed) await takeBack(counted);
        }
      });
    },
    async count(by) {
      return (await count(by)).waitMs;
    },
  };
}

/** For load tests only: nobody ever waits. */
export const NO_GUESS_TALLY: GuessTally = {
  attempt: (_by, { prove }) => prove(),
  count: () => Promise.resolve(0),
};

/** Deletes, each hour, the tallies that every policy forgives. */
export function guessTidying(db: Database): Job {
  const before = sql<Date>`now() - make_interval(hours => ${FORGET_AFTER_HOURS})`;
  return {
    name: "tidy-guesses",
    cron: "20 * * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 600 },
    expireSeconds: 600,
    async run() {
      await inStatement(db, (statement) => statement.deleteFrom("guessTallies").where("at", "<", before).execute());
      return accept(undefined);
    },
  };
}
