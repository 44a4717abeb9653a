import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { type AttemptCounter, createAttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { createPuzzle } from "#src/rate-limits/puzzle.ts";
import { createStrangersLimits, type StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

export type TestAttempts = {
  readonly counter: AttemptCounter;
  readonly limits: StrangersLimits;
  /** Moves all counted attempts this much into the past, in milliseconds. */
  pass(milliseconds: number): Promise<void>;
  /** Deletes all counted attempts. */
  forgive(): Promise<void>;
};

/** An attempt counter on a test database whose time can be moved. */
export function createTestAttempts(db: Database, secret = Buffer.alloc(32, 7)): TestAttempts {
  const counter = createAttemptCounter(db, secret);
  return {
    counter,
    limits: createStrangersLimits({ counter, puzzle: createPuzzle(secret, Date.now), note: () => undefined }),
    async pass(milliseconds) {
      const by = sql`${milliseconds} * interval '1 ms'`;
      await db
        .updateTable("guessTallies")
        .set({ at: sql`at - ${by}`, usedAt: sql`used_at - ${by}` })
        .execute();
    },
    async forgive() {
      await db.deleteFrom("guessTallies").execute();
    },
  };
}

/** Whether seconds that were counted down from here are told: a busy machine may have let some of them pass. */
export function countedDownFrom(seconds: number): (waited: number) => boolean {
  return (waited) => waited <= seconds && waited > seconds / 2;
}
