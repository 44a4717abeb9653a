import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { submissionOf } from "../../tests/support/submissions.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./submit/submission-queue.ts";

const PEOPLE = 60;
/** So few leave in one batch (`nextBatchSize`). */
const PEOPLE_OF_A_BATCH = 12;
const ROUNDS = 15;
/** The clause that makes two batches lock the same people in the same order. */
const ORDER = /order by s\.raffle_id, s\.phone_key, s\.email_key/;

const { database, ...api } = await openTestApi();
let raffle: PublicRaffle;

beforeAll(async () => {
  const { codeId } = await api.createRaffle();
  raffle = (await api.site.raffles.find(codeId)) as PublicRaffle;
});

/** Like two processes of the site: each has a queue and its own open connections. */
async function openTwoQueues(change: (client: pg.PoolClient) => void = () => undefined) {
  const connections = [1, 2].map(() => connectDatabase({ connectionString: database.connectionString }));
  for (const { pool } of connections) pool.on("connect", change);
  await Promise.all(connections.map(({ openAll }) => openAll()));
  return {
    queues: connections.map(({ db }) => createSubmissionQueue(db)) as [SubmissionQueue, SubmissionQueue],
    /** Closes the connections, which then flush their statistics in PostgreSQL. */
    async close(): Promise<void> {
      await Promise.all(connections.map(({ close }) => close()));
      await expect.poll(otherConnections).toBe(0);
    },
  };
}

async function otherConnections(): Promise<number> {
  const { rows } = await database.pool.query<{ open: number }>(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows[0]?.open ?? 0;
}

async function deadlocks(): Promise<number> {
  const { rows } = await database.pool.query<{ deadlocks: number }>(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.deadlocks ?? 0;
}

/** Submits the same people at the same time: to one queue in one order, to the other in reverse. */
async function cross([one, other]: readonly [SubmissionQueue, SubmissionQueue], people = PEOPLE): Promise<string[]> {
  const bodies = Array.from({ length: people }, () => entryBody());
  const here = bodies.map((body) => submissionOf(raffle, body)).map((submission) => one.submit(submission));
  const there = bodies
    .toReversed()
    .map((body) => submissionOf(raffle, body))
    .map((submission) => other.submit(submission));
  const [first, second] = await Promise.all([Promise.all(here), Promise.all(there)]);
  return first.map((outcome, index) => {
    const both = [outcome, second[people - 1 - index]];
    return both
      .map((each) => (each?.ok ? "stored" : each?.refusal.reason))
      .toSorted()
      .join(", ");
  });
}

async function stored(): Promise<number> {
  const { rows } = await database.pool.query<{ stored: number }>("select count(*)::int as stored from entries");
  return rows[0]?.stored ?? 0;
}

describe("the same people sent to two processes at once, in opposite order", () => {
  it("are stored once each, without a deadlock", async () => {
    const [before, deadlocksBefore] = [await stored(), await deadlocks()];
    const { queues, close } = await openTwoQueues();
    for (let round = 0; round < ROUNDS; round++) {
      expect(new Set(await cross(queues))).toEqual(new Set(["phone-taken, stored"]));
    }
    await close();
    expect((await stored()) - before).toBe(PEOPLE * ROUNDS);
    expect(await deadlocks()).toBe(deadlocksBefore);
  });

  it("do deadlock without the order in the statement, so the test above would notice", async () => {
    const before = await deadlocks();
    let met = 0;
    const { queues, close } = await openTwoQueues((client) => {
      const query = client.query.bind(client) as (...deps: unknown[]) => unknown;
      // The first statement of each process, a prepared one, loses its order and takes 20 ms per row, so that the two
      // overlap on a busy machine too.
      const unordered = (deps: string | pg.QueryConfig) => {
        if (typeof deps === "string" || met === 2) return deps;
        met += 1;
        return { ...deps, name: "unordered", text: deps.text.replace(ORDER, "where pg_sleep(0.02) is not null") };
      };
      Object.assign(client, {
        query: (deps: string | pg.QueryConfig, ...rest: unknown[]) => query(unordered(deps), ...rest),
      });
    });
    // PostgreSQL aborts one of the two after a second, and it is retried: even then no entry is lost.
    expect(new Set(await cross(queues, PEOPLE_OF_A_BATCH))).toEqual(new Set(["phone-taken, stored"]));
    await close();
    expect(await deadlocks()).toBeGreaterThan(before);
  });
});

describe("whoever waits in the queue", () => {
  it("is not failed by one whom the database cannot take", async () => {
    const before = await stored();
    const { queues, close } = await openTwoQueues();
    const submissions = Array.from({ length: PEOPLE }, () => submissionOf(raffle, entryBody()));
    const bad = { ...submissionOf(raffle, entryBody()), firstName: "longer than any name".repeat(100) };
    const outcomes = await Promise.allSettled([...submissions, bad].map((submission) => queues[0].submit(submission)));
    await close();
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(PEOPLE).fill("fulfilled"), "rejected"]);
    expect((await stored()) - before).toBe(PEOPLE);
  });

  const FIRST = 2_000;
  const LATER = 10_000;
  /** At most six batches of 256 are in flight, and one may take long. Without an order it would be all of LATER. */
  const MAX_OVERTAKING = 5_000;

  it("is answered in turn, however many come later", async () => {
    const { queues, close } = await openTwoQueues();
    const answered: number[] = [];
    let came = 0;
    const come = async (): Promise<void> => {
      const number = came++;
      const outcome = await queues[0].submit(submissionOf(raffle, entryBody()));
      expect(outcome.ok).toBe(true);
      answered.push(number);
      if (came < FIRST + LATER) await come();
    };
    await Promise.all(Array.from({ length: FIRST }, come));
    await close();
    expect(answered).toHaveLength(FIRST + LATER);
    const overtaken = answered.map((number, place) => place - number);
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(MAX_OVERTAKING);
  });
});
