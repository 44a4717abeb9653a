import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { startTcpProxy, type TcpProxy } from "../../../tests/support/tcp-proxy.ts";
import { connectDatabase, type DatabaseConnection } from "../connect.ts";
import { isDatabaseAway } from "../database-away.ts";

let database: TestDatabase;
let proxy: TcpProxy;
let connection: DatabaseConnection;
const reported: (string | undefined)[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  reported.length = 0;
  proxy = await startTcpProxy(database.connectionString);
  connection = connectDatabase({
    connectionString: proxy.connectionString,
    maxConnections: 3,
    onPresence: (why) => reported.push(why?.message),
  });
  await connection.openAll();
});

afterEach(async () => {
  const closing = connection.close();
  await proxy.stop();
  await closing;
});

/**
 * What waits for a server that hangs waits five seconds. What is refused at once takes less, also on a busy machine.
 */
const AT_ONCE_MS = 4_000;

const ask = () => sql<{ one: number }>`select 1 as one`.execute(connection.db).then(({ rows }) => rows[0]?.one);
const failed = (error: unknown) => error as Error;

/** How long something takes, in milliseconds, and what came of it. */
async function timed<Result>(work: Promise<Result>): Promise<{ ms: number; result: Result }> {
  const began = performance.now();
  const result = await work;
  return { ms: performance.now() - began, result };
}

test("a database that is away is refused at once, and used again as soon as it is back", async () => {
  expect(await ask()).toBe(1);
  proxy.cut();
  expect(isDatabaseAway(await ask().catch(failed))).toBe(true);
  await expect.poll(connection.presence.isAway).toBe(true);
  const refused = await timed(Promise.all(Array.from({ length: 50 }, () => ask().catch(failed))));
  for (const error of refused.result) expect(isDatabaseAway(error)).toBe(true);
  expect(refused.ms).toBeLessThan(AT_ONCE_MS);
  expect(reported).toEqual([expect.stringContaining("The database does not answer")]);
  proxy.mend();
  await expect.poll(connection.presence.isAway).toBe(false);
  expect(await ask()).toBe(1);
  expect(reported).toEqual([expect.anything(), undefined]);
});

test("a server that hangs is noticed in seconds, also by those who wait, and its connections are never used again", async () => {
  proxy.hang();
  // Three hold all connections, the others wait for one.
  const { ms, result } = await timed(Promise.all(Array.from({ length: 8 }, () => ask().catch(failed))));
  for (const error of result) expect(isDatabaseAway(error)).toBe(true);
  expect(ms).toBeLessThan(20_000);
  expect((await timed(ask().catch(failed))).ms).toBeLessThan(AT_ONCE_MS);
  proxy.mend();
  await expect.poll(connection.presence.isAway).toBe(false);
  expect(await timed(Promise.all(Array.from({ length: 8 }, ask)))).toMatchObject({ result: Array(8).fill(1) });
});

test("connections that nobody has used yet are not used either, once their server was away", async () => {
  // Only one of the three connections is used. The others never get an answer after the server hangs.
  expect(await ask()).toBe(1);
  proxy.hang();
  expect(isDatabaseAway(await ask().catch(failed))).toBe(true);
  proxy.mend();
  await expect.poll(connection.presence.isAway).toBe(false);
  const { ms, result } = await timed(Promise.all(Array.from({ length: 6 }, ask)));
  expect(result).toEqual(Array(6).fill(1));
  expect(ms).toBeLessThan(AT_ONCE_MS);
});

test("a long statement of a server that answers others is left alone", async () => {
  const slow = sql<{ slept: string }>`select pg_sleep(4)::text as slept`.execute(connection.db);
  await expect(slow).resolves.toMatchObject({ rows: [{ slept: "" }] });
  expect(reported).toEqual([]);
});

test("a connection that says that it may not write is closed, and no other one is", async () => {
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection.db)).rows[0]?.pid;
  const before = new Set(await Promise.all([pid(), pid(), pid()]));
  const refused = await connection.db
    .transaction()
    .setAccessMode("read only")
    .execute((tx) => sql`create table written (id int)`.execute(tx))
    .catch(failed);
  expect(refused).toMatchObject({ code: "25006" });
  const after = new Set(await Promise.all([pid(), pid(), pid()]));
  expect(before.difference(after).size).toBe(1);
});

test("what an overloaded server says is no reason to leave it", async () => {
  const error = await connection.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    })
    .catch(failed);
  expect(error).toMatchObject({ code: "57014" });
  expect(isDatabaseAway(error)).toBe(true);
  expect(await ask()).toBe(1);
  expect(reported).toEqual([]);
});
