import { expect, test } from "vitest";
import { DatabaseAwayError } from "#src/db/database-away.ts";
import { startDueLoop } from "./due-loop.ts";

/** Runs a loop over these until `isEnough`. Each `work` says how one of them goes. */
async function runOver(
  ids: readonly string[],
  work: (id: string, tries: number) => number | null,
  isEnough: (log: readonly string[]) => boolean,
) {
  const due = new Set(ids);
  const log: string[] = [];
  const errors: unknown[] = [];
  const loop = startDueLoop(
    {
      find: async (excluded) => {
        const id = [...due].find((one) => !excluded.includes(one));
        return id === undefined ? null : { id };
      },
      work: async ({ id }) => {
        log.push(id);
        const wait = work(id, log.filter((one) => one === id).length);
        if (wait === null) due.delete(id);
        return wait;
      },
      idleMs: 60_000,
    },
    (error) => errors.push(error),
  );
  await expect.poll(() => isEnough(log)).toBe(true);
  await loop.stop();
  return { log, errors };
}

const throwing = (error: Error) => {
  throw error;
};

test("one that fails is in the way of no other", async () => {
  const error = new Error("broken");
  const work = (id: string) => (id === "broken" ? throwing(error) : null);
  const { log, errors } = await runOver(["broken", "first", "second"], work, (done) => done.includes("second"));
  expect(log).toEqual(["broken", "first", "second"]);
  expect(errors).toEqual([error]);
});

test("one that has to wait is tried again after its time, and not only after the idle pause", async () => {
  const work = (id: string, tries: number) => (id === "early" && tries === 1 ? 20 : null);
  const { log } = await runOver(["early", "other"], work, (done) => done.length === 3);
  expect(log).toEqual(["early", "other", "early"]);
});

test("while the database is away, the same one is tried again", async () => {
  const work = (_: string, tries: number) => (tries === 1 ? throwing(new DatabaseAwayError("away")) : null);
  const { log } = await runOver(["first", "second"], work, (done) => done.includes("second"));
  expect(log).toEqual(["first", "first", "second"]);
});
