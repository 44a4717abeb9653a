import { expect, test, vi } from "vitest";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { drawRaffle } from "./draw-raffle.ts";

// Threads start: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const { database, site, ...api } = await openTestApi({}, { chain: TEST_CHAIN });
const { pool } = database;

test("raffles that are due together are drawn one at a time: the others hold no connection meanwhile", async () => {
  const raffles: LockedRaffle[] = [];
  for (let made = 0; made < 3; made += 1) {
    const raffle = await lockRaffle(api.ask, pool);
    await letRoundCome(raffle, pool);
    raffles.push(raffle);
  }
  const [first] = raffles;
  const blocker = await pool.connect();
  await blocker.query("begin");
  await blocker.query("select from raffles where id = $1 for update", [first?.id]);
  const draws = raffles.map((raffle) =>
    drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(raffle.round)),
  );
  await expect.poll(() => waitingForLocks(pool)).toBe(1);
  // Who holds the row, the first draw, and this question.
  const busy =
    "select from pg_stat_activity where datname = current_database() and xact_start is not null and backend_type = 'client backend'";
  expect((await pool.query(busy)).rowCount).toBe(3);
  await blocker.query("rollback");
  blocker.release();
  expect(await Promise.all(draws)).toEqual([true, true, true]);
});
