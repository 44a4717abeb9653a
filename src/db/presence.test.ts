import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { watchPresence } from "./presence.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** Nothing of this process runs for so long, as when its machine is paused. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("a machine that stood still while it looked does not take its database for lost", async () => {
  const reported: unknown[] = [];
  const presence = watchPresence(database.connectionString, {
    away: (why) => reported.push(why),
    replaced: () => undefined,
  });
  try {
    presence.look();
    // Longer than a look may take, so that its limit has passed when its answer is read.
    standStill(4_000);
    await expect.poll(presence.isInDoubt).toBe(false);
    expect(reported).toEqual([]);
  } finally {
    presence.stop();
  }
});
