import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.pool.query("create table counters (name text primary key, value int not null)");
});

beforeEach(() => database.pool.query("truncate counters; insert into counters values ('a', 0), ('b', 0)"));

afterAll(() => database.close());

async function counters(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string; value: number }>("select name, value from counters");
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

test("commits what was done and answers what the work answered", async () => {
  const answer = await inTransaction(database.db, async (tx) => {
    await sql`update counters set value = value + 1`.execute(tx);
    return "done";
  });
  expect(answer).toBe("done");
  expect(await counters()).toEqual({ a: 1, b: 1 });
});

test("an error undoes everything and is thrown on, once", async () => {
  let runs = 0;
  const failing = inTransaction(database.db, async (tx) => {
    runs += 1;
    await sql`update counters set value = 9`.execute(tx);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(runs).toBe(1);
  expect(await counters()).toEqual({ a: 0, b: 0 });
});

test("two that block each other both get through", async () => {
  let runs = 0;
  const bothHaveOne = Promise.withResolvers<void>();
  const oneIsDone = Promise.withResolvers<void>();
  let holding = 0;
  const increase = async (first: string, second: string) => {
    await inTransaction(database.db, async (tx) => {
      runs += 1;
      // On a busy machine who tries again can be quicker than the other, and block it once more.
      if (runs > 2) await oneIsDone.promise;
      await sql`update counters set value = value + 1 where name = ${first}`.execute(tx);
      holding += 1;
      if (holding === 2) bothHaveOne.resolve();
      await bothHaveOne.promise;
      await sql`update counters set value = value + 1 where name = ${second}`.execute(tx);
    });
    oneIsDone.resolve();
  };
  await Promise.all([increase("a", "b"), increase("b", "a")]);
  expect(await counters()).toEqual({ a: 2, b: 2 });
  expect(runs).toBe(3);
});

test("a failure that does not pass is given up and thrown", async () => {
  let runs = 0;
  const colliding = inTransaction(database.db, (tx) => {
    runs += 1;
    return sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
  });
  await expect(colliding).rejects.toThrow("again");
  expect(runs).toBe(5);
});
