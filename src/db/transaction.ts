import { setTimeout as delay } from "node:timers/promises";
import type { Transaction as KyselyTransaction } from "kysely";
import type { Database, Reader, Schema } from "./connect.ts";

/** What write.ts files demand, so that a change cannot be written outside of a transaction. */
export type Transaction = KyselyTransaction<Schema>;

/** After this many collisions the trouble is not a passing one. */
const ATTEMPTS = 5;
/** A random wait up to this long, times the attempt, keeps two that collided from colliding again. */
const WAIT_MS = 20;

/** serialization_failure and deadlock_detected: the database undid everything, so that trying again is safe. */
const PASSING = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction and commits what it did, whatever it returns; an error undoes it and is thrown on.
 *
 * When the database gives up a transaction because of another one, `work` runs again from its start: it must do
 * nothing outside of the transaction.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return untilDone(() => db.transaction().execute(work));
}

/**
 * Runs one statement, which is a transaction by itself: it is committed when it is answered, without the two round trips
 * of a begin and a commit. For the fast path, where the process has much else to do between two trips.
 */
export async function inStatement<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  return untilDone(() => work(db));
}

async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error;
      await delay(Math.random() * WAIT_MS * attempt);
    }
  }
}

/** Runs reads that must agree with each other: all see the database as of one moment. */
export async function inSnapshot<Result>(db: Database, read: (reader: Reader) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && PASSING.has(String(error.code));
}
