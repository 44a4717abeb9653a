import { setTimeout as delay } from "node:timers/promises";
import { type Transaction as KyselyTransaction, sql } from "kysely";
import type { Database, Reader, Schema } from "./connect.ts";

/** The type that write.ts functions require, so that no change is written outside of a transaction. */
export type Transaction = KyselyTransaction<Schema>;

/** Attempts before the error is thrown: after five collisions the cause is not temporary. */
const ATTEMPTS = 5;
/** Random backoff up to this times the attempt, so that two transactions that collided do not collide again. */
const WAIT_MS = 20;

/** serialization_failure and deadlock_detected: the database rolled everything back, so a retry is safe. */
const PASSING = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction and commits, whatever `work` returns. An error rolls back and is rethrown.
 *
 * After a deadlock or serialization failure `work` runs again from its start, so it must do nothing outside of the
 * transaction.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return untilDone(() => db.transaction().execute(work));
}

/**
 * Runs one statement, which is a transaction by itself: it needs no round trips for BEGIN and COMMIT. For the fast
 * path, where the process has much other work between two round trips. Retries like `inTransaction`.
 */
export async function inStatement<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  return untilDone(() => work(db));
}

/**
 * Waits until a synchronous standby, if there is one, has all earlier commits. It writes a message to the write-ahead
 * log, which waits like any commit. Every user may write one, and nobody reads it.
 */
export async function untilOnStandby(db: Database): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'tambiolo', '')`.execute(db);
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

/** Runs reads that must agree with each other: all see one snapshot of the database. */
export async function inSnapshot<Result>(db: Database, read: (reader: Reader) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && PASSING.has(String(error.code));
}
