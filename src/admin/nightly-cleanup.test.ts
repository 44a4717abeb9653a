import { expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { listJobQueues } from "#src/jobs/job-log.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { raffleWithVouchers } from "../../tests/support/vouchers.ts";
import { nightlyCleanup } from "./nightly-cleanup.ts";

const api = await openTestApi({ WINNER_RECORD_YEARS: "2" });
const { db, pool, connectionString } = api.database;

it("the nightly job erases what was kept long enough, and nothing else", async () => {
  const [over, recent] = [await api.createRaffle(), await api.createRaffle()];
  for (const raffle of [over, recent]) await api.enter(raffle);
  await pool.query(
    "update raffles set due_date = now() - interval '91 days', draw_date = now() - interval '91 days', updated_at = now() - interval '8 days' where id = $1",
    [over.id],
  );
  await pool.query(
    `insert into entry_imports (raffle_id, id, file_name, file, mapping, created_at)
     select $1, gen_random_uuid(), age, 'x', '{}', now() - age::interval from unnest(array['25 hours', '23 hours']) as age`,
    [recent.id],
  );
  const unentered = await api.createRaffle();
  await pool.query(
    "update raffles set due_date = d, draw_date = d, updated_at = d from (select now() - interval '43 days') as t (d) where id = $1",
    [unentered.id],
  );
  await pool.query("insert into users (id, email, username) values ('u', 'nena@example.com', 'Nena')");
  await pool.query(
    `insert into user_sessions (id, user_id, token, expires_at)
     values ('ended', 'u', 'a', now() - interval '1 second'), ('open', 'u', 'b', now() + interval '1 day')`,
  );
  const failures: unknown[] = [];
  const job = nightlyCleanup({ ...api.site, stopping: new AbortController().signal });
  const jobs = await startJobs(
    { connectionString, timeZone: "Asia/Manila", onError: (error) => failures.push(error) },
    [{ ...job, lookEverySeconds: 0.5 }],
  );
  try {
    await inTransaction(db, (tx) => jobs.send(tx, job, [{}]));
    await expect.poll(async () => (await listJobQueues(db))[0]?.lastDoneAt).toBeTruthy();
  } finally {
    await jobs.stop();
  }
  const left = await pool.query(
    `select array(select raffle_id::text from entries) as entries, array(select file_name from entry_imports) as files,
       array(select id from user_sessions) as sessions, array(select id::text from raffles order by id) as raffles`,
  );
  const raffles = [over.id, recent.id].toSorted();
  expect(left.rows).toEqual([{ entries: [recent.id], files: ["23 hours"], sessions: ["open"], raffles }]);
  expect(failures).toEqual([]);
}, 30_000);

it("records of winners go after WINNER_RECORD_YEARS, and not before", async () => {
  const { raffle, prizes } = await raffleWithVouchers(api, api.database);
  await pool.query(
    `update claims set handed_over_at = now() - age, handed_over_by = 'access code', winner_name = 'Luz'
     from unnest($1::uuid[], array['25 months', '23 months']::interval[]) as handed (id, age) where claims.id = handed.id`,
    [prizes.slice(0, 2).map(({ claimId }) => claimId)],
  );
  const job = nightlyCleanup({ ...api.site, stopping: new AbortController().signal });
  expect(await job.run({}, new AbortController().signal)).toMatchObject({ ok: true });
  const left = await pool.query("select id from claims where raffle_id = $1 and winner_name = 'Luz'", [raffle.id]);
  expect(left.rows).toEqual([{ id: prizes[1]?.claimId }]);
});

it("a job whose process has to end refuses, to be tried again", async () => {
  const job = nightlyCleanup({ ...api.site, stopping: AbortSignal.abort() });
  expect(await job.run({}, new AbortController().signal)).toMatchObject({ ok: false });
});
