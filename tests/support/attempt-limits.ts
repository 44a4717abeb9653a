import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";
import { type AttemptCounter, createAttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { createPuzzle } from "#src/rate-limits/puzzle.ts";
import { createStrangersLimits, type StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

export type TestGuesses = {
  readonly tally: AttemptCounter;
  readonly limits: StrangersLimits;
  /** Moves all counted attempts this much into the past, in milliseconds. */
  pass(milliseconds: number): Promise<void>;
  /** Deletes all counted attempts. */
  forgive(): Promise<void>;
};

/** An attempt counter on a test database whose time can be moved. */
export function createTestAttempts(db: Database): TestGuesses {
  const secret = Buffer.alloc(32, 7);
  const tally = createAttemptCounter(db, secret);
  return {
    tally,
    limits: createStrangersLimits({ tally, puzzle: createPuzzle(secret, Date.now), note: () => undefined }),
    async pass(milliseconds) {
      const at = sql<Date>`at - ${milliseconds} * interval '1 ms'`;
      await db.updateTable("guessTallies").set({ at }).execute();
    },
    async forgive() {
      await db.deleteFrom("guessTallies").execute();
    },
  };
}
