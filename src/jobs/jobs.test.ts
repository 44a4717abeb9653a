import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { runOnServer, withDatabase } from "../../tests/support/server-access.ts";
import { listFailedJobs, listJobQueues, retryJob } from "./job-log.ts";
import { type Job, type Jobs, startJobs } from "./jobs.ts";

const ONCE = { times: 0, firstSeconds: 1, longestSeconds: 1 };

let database: TestDatabase;
let running: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
});

afterAll(() => database.close());

/** Starts a process's jobs; they stop after the test. */
async function start(definitions: Job<{ n: number }>[], failures: string[] = []): Promise<Jobs> {
  const jobs = await startJobs(
    {
      connectionString: database.connectionString,
      timeZone: "Asia/Manila",
      onError: (error, where) => failures.push(`${where}: ${(error as Error).message}`),
    },
    definitions,
  );
  running.push(jobs);
  return jobs;
}

/** A kind of job that records each run, and then does what the test wants. */
function noting(name: string, run: (n: number) => ReturnType<Job["run"]> = async () => accept(undefined)) {
  const events = new EventTarget();
  const seen: number[] = [];
  const job: Job<{ n: number }> = {
    name,
    retries: ONCE,
    expireSeconds: 60,
    lookEverySeconds: 0.5,
    async run({ n }) {
      seen.push(n);
      events.dispatchEvent(new Event("seen"));
      return run(n);
    },
  };
  const until = async (count: number) => {
    while (seen.length < count) await once(events, "seen");
  };
  return { job, seen, until };
}

describe("a job", () => {
  test("is done when the transaction that sent it has committed, and never without", async () => {
    const { job, seen, until } = noting("commits");
    const jobs = await start([job]);
    const undone = inTransaction(database.db, async (tx) => {
      await jobs.send(tx, job, [{ n: 1 }]);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await inTransaction(database.db, (tx) => jobs.send(tx, job, [{ n: 2 }, { n: 3 }]));
    await until(2);
    expect(seen.toSorted()).toEqual([2, 3]);
  });

  test("is done by one of two processes", async () => {
    const first = noting("shared");
    const second = noting("shared");
    const jobs = await start([{ ...first.job, atOnce: 4 }]);
    await start([{ ...second.job, atOnce: 4 }]);
    const all = Array.from({ length: 40 }, (_, n) => n);
    await inTransaction(database.db, (tx) =>
      jobs.send(
        tx,
        first.job,
        all.map((n) => ({ n })),
      ),
    );
    await expect.poll(() => first.seen.length + second.seen.length).toBeGreaterThanOrEqual(40);
    expect([...first.seen, ...second.seen].toSorted((a, b) => a - b)).toEqual(all);
  });

  test("that refuses is tried again, and its last refusal is shown until an admin has it tried once more", async () => {
    let broken = true;
    const { job, until } = noting("refuses", async () => (broken ? refuse("the moon is wrong") : accept(undefined)));
    const jobs = await start([{ ...job, retries: { ...ONCE, times: 1 } }]);
    await inTransaction(database.db, (tx) => jobs.send(tx, job, [{ n: 1 }]));
    await until(2);
    await expect.poll(async () => (await listFailedJobs(database.db, 1)).jobs).toHaveLength(1);
    const [failed] = (await listFailedJobs(database.db, 1)).jobs;
    expect(failed).toMatchObject({ name: "refuses", attempts: 2, reason: "the moon is wrong" });
    expect(await listJobQueues(database.db)).toContainEqual(expect.objectContaining({ name: "refuses", failed: 1 }));

    broken = false;
    expect(await inTransaction(database.db, (tx) => retryJob(tx, failed?.id ?? ""))).toBe("refuses");
    await until(3);
    await expect.poll(async () => (await listFailedJobs(database.db, 1)).jobs).toEqual([]);
    expect(await inTransaction(database.db, (tx) => retryJob(tx, failed?.id ?? ""))).toBeNull();
  });

  test("that meets a bug tells of it, and keeps nothing of its message", async () => {
    const { job, until } = noting("breaks", () => Promise.reject(new TypeError("juan@example.com is no number")));
    const failures: string[] = [];
    const jobs = await start([job], failures);
    await inTransaction(database.db, (tx) => jobs.send(tx, job, [{ n: 1 }]));
    await until(1);
    await expect.poll(async () => (await listFailedJobs(database.db, 1)).jobs[0]?.reason).toBe("TypeError");
    expect(failures).toEqual(["the job breaks: juan@example.com is no number"]);
    const { rows } = await database.pool.query("select output::text from jobs.job where name = 'breaks'");
    expect(JSON.stringify(rows)).not.toContain("juan");
  });
});

test("a schedule is in the site's time zone, and ends when no process knows it any more", async () => {
  const { job } = noting("nightly");
  await start([{ ...job, cron: "30 3 * * *" }]);
  const schedules = async () => {
    const { rows } = await database.pool.query("select name, cron, timezone from jobs.schedule");
    return rows;
  };
  expect(await schedules()).toEqual([{ name: "nightly", cron: "30 3 * * *", timezone: "Asia/Manila" }]);
  await start([job]);
  expect(await schedules()).toEqual([]);
});

test("stopping waits for the job under way", async () => {
  const release = Promise.withResolvers<void>();
  const { job, until } = noting("slow", () => release.promise.then(() => accept(undefined)));
  const jobs = await start([job]);
  await inTransaction(database.db, (tx) => jobs.send(tx, job, [{ n: 1 }]));
  await until(1);
  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  // These queries take much longer than a stop that does not wait for the job.
  for (let asked = 0; asked < 100; asked++) await listJobQueues(database.db);
  expect(stopped).toBe(false);
  release.resolve();
  await stopping;
  const { rows } = await database.pool.query("select state from jobs.job where name = 'slow'");
  expect(rows).toEqual([{ state: "completed" }]);
});

test("a database that was away for a while is worked with again, and the failure is reported once", async () => {
  const { job, until } = noting("patient");
  const failures: string[] = [];
  const jobs = await start([job], failures);
  const name = new URL(database.connectionString).pathname.slice(1);
  const server = withDatabase(database.connectionString, "postgres");
  await runOnServer(server, `alter database ${name} with allow_connections false`);
  await runOnServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  await runOnServer(server, `alter database ${name} with allow_connections true`);
  // The test's own connections were cut off too, and hear of it at their next query.
  const isThere = () => listJobQueues(database.db).then(Boolean, () => false);
  await expect.poll(isThere).toBe(true);
  await inTransaction(database.db, (tx) => jobs.send(tx, job, [{ n: 1 }]));
  await until(1);
  expect(new Set(failures).size).toBe(failures.length);
});
