import { PassThrough } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { CopyOut, copyIn } from "./copy-streams.ts";

let database: TestDatabase;
let from: pg.Client;
let to: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  [from, to] = [new pg.Client(database.connectionString), new pg.Client(database.connectionString)];
  await Promise.all([from.connect(), to.connect()]);
  await to.query("create table copied (n integer, text text)");
});
afterAll(async () => {
  await Promise.all([from, to].map((client) => client.end()));
  await database.close();
});

test("one connection copies many tables, whatever their size: its socket never stays paused", async () => {
  for (const rows of [0, 1, 300, 3_000, 30_000]) {
    await to.query("truncate copied");
    const out = new PassThrough();
    from.query(new CopyOut(`copy (select n, repeat('x', 60) from generate_series(1, ${rows}) n) to stdout`, out));
    await copyIn(to, "copy copied from stdin", out);
    expect((await to.query("select count(*)::int as n from copied")).rows).toEqual([{ n: rows }]);
  }
});

test("the fault of either side fails the copy, and both connections go on", async () => {
  for (const [select, into] of [
    ["select 1 / (500 - n), 'x' from generate_series(1, 1000) n", "copied"],
    ["select n, 'x' from generate_series(1, 100000) n", "nowhere"],
  ]) {
    const out = new PassThrough();
    from.query(new CopyOut(`copy (${select}) to stdout`, out));
    await expect(copyIn(to, `copy ${into} from stdin`, out)).rejects.toThrow(/division by zero|does not exist/);
  }
  for (const client of [from, to]) expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
