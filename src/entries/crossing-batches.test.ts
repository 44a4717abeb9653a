import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { prepareSubmission, type Submission } from "./submission.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./submission-queue.ts";

const PEOPLE = 60;
const ROUNDS = 15;
/** What makes two batches lock the same people in the same order. */
const ORDER = /order by s\.raffle_id, s\.phone_key, s\.email_key/;

const { database, ...api } = await openTestApi();
let raffle: PublicRaffle;

beforeAll(async () => {
  const { codeId } = await api.createRaffle();
  raffle = (await api.site.raffles.find(codeId)) as PublicRaffle;
});

/** Two processes of the site: a queue and connections each, open as they are in a site. */
async function openTwoQueues(change: (client: pg.PoolClient) => void = () => undefined) {
  const connections = [1, 2].map(() => connectDatabase({ connectionString: database.connectionString }));
  for (const { pool } of connections) pool.on("connect", change);
  await Promise.all(connections.map(({ openAll }) => openAll()));
  return {
    queues: connections.map(({ db }) => createSubmissionQueue(db)) as [SubmissionQueue, SubmissionQueue],
    /** Ends the connections, which then tell PostgreSQL what they counted. */
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

/** The same people at the same moment: to one queue in one order, to the other in the opposite one. */
async function cross([one, other]: readonly [SubmissionQueue, SubmissionQueue]): Promise<string[]> {
  const bodies = Array.from({ length: PEOPLE }, () => entryBody());
  const here = bodies.map(submissionOf).map((submission) => one.submit(submission));
  const there = bodies
    .toReversed()
    .map(submissionOf)
    .map((submission) => other.submit(submission));
  const [first, second] = await Promise.all([Promise.all(here), Promise.all(there)]);
  return first.map((outcome, index) => {
    const both = [outcome, second[PEOPLE - 1 - index]];
    return both
      .map((each) => (each?.ok ? "stored" : each?.refusal.reason))
      .toSorted()
      .join(", ");
  });
}

function submissionOf(body: unknown): Submission {
  const prepared = prepareSubmission(raffle, body, "PH");
  if (!prepared.ok) throw new Error("A person of the test is not taken.");
  return prepared.value;
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
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      // The first statement of each process, which is a prepared one, goes without, and takes two milliseconds for each row,
      // so that the two always meet.
      const unordered = (given: string | pg.QueryConfig) => {
        if (typeof given === "string" || met === 2) return given;
        met += 1;
        return { ...given, name: "unordered", text: given.text.replace(ORDER, "where pg_sleep(0.002) is not null") };
      };
      Object.assign(client, {
        query: (given: string | pg.QueryConfig, ...rest: unknown[]) => query(unordered(given), ...rest),
      });
    });
    // PostgreSQL undoes one of the two after a second, and it is tried again: even so nobody would be lost.
    expect(new Set(await cross(queues))).toEqual(new Set(["phone-taken, stored"]));
    await close();
    expect(await deadlocks()).toBeGreaterThan(before);
  });
});

describe("whoever waits in the queue", () => {
  it("is not failed by one whom the database cannot take", async () => {
    const before = await stored();
    const { queues, close } = await openTwoQueues();
    const submissions = Array.from({ length: PEOPLE }, () => submissionOf(entryBody()));
    const bad = { ...submissionOf(entryBody()), firstName: "longer than any name".repeat(100) };
    const outcomes = await Promise.allSettled([...submissions, bad].map((submission) => queues[0].submit(submission)));
    await close();
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(PEOPLE).fill("fulfilled"), "rejected"]);
    expect((await stored()) - before).toBe(PEOPLE);
  });

  const FIRST = 2_000;
  const LATER = 10_000;
  /** Six batches of 256 are under way at most, and one of them may take long; out of turn it would be all who come later. */
  const MOST_OVERTAKING = 5_000;

  it("is answered in turn, however many come later", async () => {
    const { queues, close } = await openTwoQueues();
    const answered: number[] = [];
    let came = 0;
    const come = async (): Promise<void> => {
      const number = came++;
      const outcome = await queues[0].submit(submissionOf(entryBody()));
      expect(outcome.ok).toBe(true);
      answered.push(number);
      if (came < FIRST + LATER) await come();
    };
    await Promise.all(Array.from({ length: FIRST }, come));
    await close();
    expect(answered).toHaveLength(FIRST + LATER);
    const overtaken = answered.map((number, place) => place - number);
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(MOST_OVERTAKING);
  });
});
