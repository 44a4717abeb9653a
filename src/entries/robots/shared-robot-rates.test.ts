import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { createNotifications } from "#src/db/notifications.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createRobotRates, MAX_PUBLISHED, type RobotRates } from "./robot-rates.ts";
import { shareRobotRates } from "./shared-robot-rates.ts";

const SECRET = Buffer.alloc(32, 7);
const RAFFLE = "0198c0de-0000-7000-8000-000000000001";
const TOWN = "192.0.2.1";

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  for (const close of closing) await close();
  await database.close();
});

/** The counting part of one process of the site, with its own database connections. */
async function openProcess() {
  const { connectionString } = database;
  const { db, close } = connectDatabase({ connectionString });
  const notifications = createNotifications({ connectionString });
  const rates = createRobotRates(SECRET, Date.now);
  const heard = { networks: 0, raffles: 0 };
  const listening: RobotRates = {
    ...rates,
    add(counted) {
      for (const kind of ["networks", "raffles"] as const) for (const [, count] of counted[kind]) heard[kind] += count;
      rates.add(counted);
    },
  };
  const errors: unknown[] = [];
  const sharing = shareRobotRates({ rates: listening, db, notifications, onError: (error) => errors.push(error) });
  closing.push(async () => {
    await sharing.stop();
    await notifications.close();
    await close();
    expect(errors).toEqual([]);
  });
  await expect.poll(() => notifications.isListeningTo("robot_rates")).toBe(true);
  return {
    rates,
    heard,
    notifications,
    /** Counts submissions; returns the rush, if any, of the last one. */
    send(times: number, address: string) {
      for (let sent = 1; sent < times; sent += 1) rates.count({ address, raffleId: RAFFLE });
      return rates.count({ address, raffleId: RAFFLE }).rush;
    },
  };
}

test("two processes count a rush as one, each submission once", async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  expect([one.send(60, TOWN), two.send(30, TOWN)]).toEqual([null, null]);
  await expect
    .poll(() => [one.heard, two.heard])
    .toEqual([
      // Each counts for its own network and for the one around it.
      { networks: 60, raffles: 30 },
      { networks: 120, raffles: 60 },
    ]);
  await Promise.all([one.notifications.waitUntilNotified(), two.notifications.waitUntilNotified()]);
  // Counts from other processes are not published again.
  for (const { rates } of [one, two]) expect(rates.take()).toEqual({ networks: [], raffles: [] });
  expect([one.send(10, TOWN), two.send(10, TOWN)]).toEqual([null, null]);
  expect([one.send(1, TOWN), two.send(1, TOWN)]).toMatchObject([{ cause: "ofAddress" }, { cause: "ofAddress" }]);

  // A crowd of which each process counts half.
  for (const [part, { rates }] of [one, two].entries()) {
    for (let person = 0; person < 300; person += 1) {
      rates.count({ address: `198.${part}.${person >> 8}.${person & 255}`, raffleId: RAFFLE });
    }
  }
  await expect.poll(() => one.heard.raffles).toBeGreaterThan(300);
  expect(one.send(6, "203.0.113.9")).toMatchObject({ cause: "ofRaffle" });
});

test("what is told fits into a notification, also in the greatest rush, and the rest is told later", () => {
  const rates = createRobotRates(SECRET, () => 1_000_000);
  for (let raffle = 0; raffle < 60; raffle += 1) {
    for (let network = 0; network < 10; network += 1) {
      for (let sent = 0; sent < 12_000 / 60; sent += 1) {
        rates.count({ address: `198.18.${raffle}.${network}`, raffleId: `${RAFFLE.slice(0, -2)}${10 + raffle}` });
      }
    }
  }
  const first = rates.take();
  expect([first.networks.length, first.raffles.length]).toEqual([MAX_PUBLISHED.networks, MAX_PUBLISHED.raffles]);
  expect(Buffer.byteLength(JSON.stringify({ from: "x".repeat(12), ...first }))).toBeLessThan(8000);
  const all = [first, rates.take(), rates.take()].flatMap(({ networks }) => networks.map(([, count]) => count));
  // Those of 600 networks, and of the 60 around them.
  expect(all).toHaveLength(660);
  expect(all.reduce((sum, count) => sum + count)).toBe(240_000);
  expect(rates.take()).toEqual({ networks: [], raffles: [] });
});
