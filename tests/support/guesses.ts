import { sql } from "kysely";
import { createGuessTally, type GuessTally } from "#src/access/guess-tally.ts";
import type { Database } from "#src/db/connect.ts";

export type TestGuesses = {
  readonly tally: GuessTally;
  /** Lets so much time go by for all that was counted. */
  pass(milliseconds: number): Promise<void>;
  /** Forgives everything. */
  forgive(): Promise<void>;
};

/** A tally of guesses on a test database, whose time can be moved. */
export function createTestGuesses(db: Database): TestGuesses {
  return {
    tally: createGuessTally(db, Buffer.alloc(32, 7)),
    async pass(milliseconds) {
      const at = sql<Date>`at - ${milliseconds} * interval '1 ms'`;
      await db.updateTable("guessTallies").set({ at }).execute();
    },
    async forgive() {
      await db.deleteFrom("guessTallies").execute();
    },
  };
}
