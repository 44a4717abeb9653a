import { sql } from "kysely";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { runOnServer } from "../../tests/support/server-access.ts";
import { connectDatabase, type Database, type Reader } from "./connect.ts";
import type { Transaction } from "./transaction.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
});

afterAll(() => database.close());

test("counts are numbers, moments are dates, days and exact numbers are text", async () => {
  const { rows } = await sql`
    select count(*) as many, timestamptz '2026-05-01 08:00+08' as moment, date '2026-05-01' as day, 1.50 as exact
  `.execute(database.db);
  expect(rows).toEqual([{ many: 1, moment: new Date("2026-05-01T00:00:00Z"), day: "2026-05-01", exact: "1.50" }]);
});

test("a bigint that no number can hold is an error, not another number", async () => {
  await expect(sql`select 9007199254740993 as huge`.execute(database.db)).rejects.toThrow("9007199254740993");
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

test("column names are camelCase, and the keys inside a jsonb are left alone", async () => {
  const { rows } = await sql`select jsonb_build_object('as_typed', 1) as wish_list`.execute(database.db);
  expect(rows).toEqual([{ wishList: { as_typed: 1 } }]);
});

test("a lost idle connection is told and replaced", async () => {
  const lost = Promise.withResolvers<Error>();
  const connection = connectDatabase({
    connectionString: database.connectionString,
    onLostConnection: lost.resolve,
  });
  const { rows } = await connection.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  await runOnServer(database.connectionString, `select pg_terminate_backend(${rows[0]?.pid})`);
  expect((await lost.promise).message).toContain("terminating connection");
  expect((await connection.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await connection.close();
});

test("the loss of a connection in use fails its statement and nothing else", async () => {
  const connection = connectDatabase({ connectionString: database.connectionString, maxConnections: 1 });
  const client = await connection.pool.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const slow = client.query("select pg_sleep(60)");
  // A connection that is taken but has no pending query: only its own event reports the loss.
  const idle = await database.pool.connect();
  const { rows: held } = await idle.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = [client, idle].map((one) => new Promise((resolve) => one.once("end", resolve)));
  slow.catch(() => undefined);
  for (const [row] of [rows, held]) {
    await runOnServer(database.connectionString, `select pg_terminate_backend(${row?.pid})`);
  }
  await expect(slow).rejects.toThrow("terminat");
  await Promise.all(ended);
  client.release();
  idle.release();
  expect((await connection.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await connection.close();
});

test("a statement cannot hold its caller for ever", async () => {
  const { rows } = await database.pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  );
  expect(rows).toEqual([{ statement: "30s", lock: "10s" }]);
});

test("closing twice does no harm", async () => {
  const connection = connectDatabase({ connectionString: database.connectionString });
  await connection.close();
  await expect(connection.close()).resolves.toBeUndefined();
});

test("a reader cannot write, and a database or transaction is a reader", () => {
  expectTypeOf<Reader>().not.toHaveProperty("insertInto");
  expectTypeOf<Reader>().not.toHaveProperty("updateTable");
  expectTypeOf<Reader>().not.toHaveProperty("deleteFrom");
  expectTypeOf<Reader>().not.toHaveProperty("transaction");
  expectTypeOf<Database>().toExtend<Reader>();
  expectTypeOf<Transaction>().toExtend<Reader>();
});

test("connections for a crowd are open before it comes, where the database has as many", async () => {
  const connection = connectDatabase({ connectionString: database.connectionString, maxConnections: 3 });
  await connection.openAll();
  expect([connection.pool.totalCount, connection.pool.idleCount]).toEqual([3, 3]);
  await connection.close();
  const away = connectDatabase({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing", maxConnections: 3 });
  // openAll ignores failures: a later query reports them.
  await away.openAll();
  await away.close();
});
