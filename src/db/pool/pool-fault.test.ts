import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { findPgbouncer, startPgbouncer } from "../../../tests/support/pgbouncer.ts";
import { poolFault } from "./pool-fault.ts";

const IGNORED =
  "ignore_startup_parameters=statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits";
const pgbouncer = findPgbouncer();

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("a server itself is good for a site", async () => {
  expect(await poolFault(database.connectionString)).toBeUndefined();
});

test.skipIf(!pgbouncer).for([
  ["as installed", ["pool_mode=transaction"], /refuses what the site asks .*unsupported startup parameter/],
  ["in transaction mode", ["pool_mode=transaction", IGNORED], /in transaction mode, which loses notifications/],
  ["in session mode that drops limits", ["pool_mode=session", IGNORED], /drops what the site asks .*is 0/],
] as const)("PgBouncer %s is refused in one line (skipped where it is not installed)", async ([, lines, says]) => {
  const pool = await startPgbouncer(pgbouncer ?? "", database.connectionString, lines);
  try {
    expect(await poolFault(pool.connectionString)).toMatch(says);
  } finally {
    await pool.stop();
  }
});

test.skipIf(!pgbouncer)("PgBouncer in session mode is good where the database has the limits", async () => {
  const limits = ["statement_timeout = '30s'", "lock_timeout = '10s'", "idle_in_transaction_session_timeout = '30s'"];
  const pool = await startPgbouncer(pgbouncer ?? "", database.connectionString, ["pool_mode=session", IGNORED]);
  const name = new URL(database.connectionString).pathname.slice(1);
  for (const limit of limits) await database.pool.query(`alter database "${name}" set ${limit}`);
  try {
    expect(await poolFault(pool.connectionString)).toBeUndefined();
  } finally {
    await pool.stop();
  }
});
