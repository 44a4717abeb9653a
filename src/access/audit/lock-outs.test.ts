import { sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { createAttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { createTestAttempts } from "../../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { createLockOutReporter } from "./lock-outs.ts";
import type { SecurityEvent } from "./security-events.ts";

const database = await createTestDatabase();
const { db, connectionString } = database;
// Stands for another process: it has its own connections.
const other = connectDatabase({ connectionString });
const { pass, forgive } = createTestAttempts(db);
const SECRET = Buffer.alloc(32, 7);
const EMAIL = "nena@example.com";
const RAFFLE = { what: "access-code", raffleId: "0190a1b2-0000-7000-8000-000000000001" } as const;

let reported: SecurityEvent[] = [];
const onEvent = (event: SecurityEvent) => void reported.push(event);
const open = (own = db, secret = SECRET) =>
  createLockOutReporter({ db: own, counter: createAttemptCounter(own, secret), onEvent });
const reporter = open();

const { rows } = await sql<{ id: string }>`
  insert into users (id, username, email, email_verified, created_at, updated_at)
  values (gen_random_uuid(), 'Nena', ${EMAIL}, false, now(), now()) returning id`.execute(db);
const userId = rows[0]?.id ?? "";

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(async () => {
  reported = [];
  await forgive();
});

it("tells of each raffle, event and account by its id, and of no account that does not exist", async () => {
  const eventId = "0190a1b2-0000-7000-8000-000000000002";
  await reporter(RAFFLE);
  await reporter({ what: "access-code", eventId });
  await reporter({ what: "password", email: EMAIL });
  await reporter({ what: "password", email: "nobody@example.com" });
  await reporter({ what: "second-factor", userId });
  expect(reported).toEqual([
    { event: "access-code-locked", raffleId: RAFFLE.raffleId },
    { event: "access-code-locked", eventId },
    { event: "password-locked", userId },
    { event: "second-factor-locked", userId },
  ]);
});

it("tells once an hour, also of many at once and through two processes", async () => {
  const both = [reporter, open(other.db)];
  const crowd = (ways: typeof both) =>
    Promise.all(Array.from({ length: 40 }, (_, one) => (ways[one % 2] as typeof reporter)(RAFFLE)));
  await crowd(both);
  expect(reported).toHaveLength(1);
  await pass(3_590_000);
  await reporter(RAFFLE);
  expect(reported).toHaveLength(1);
  await pass(10_000);
  await crowd(both);
  expect(reported).toHaveLength(2);
  // Control: processes with separate counters report twice.
  reported = [];
  await forgive();
  await crowd([reporter, open(other.db, Buffer.alloc(32, 8))]);
  expect(reported).toHaveLength(2);
});
