import { sql } from "kysely";
import { expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { createTestApi, entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { submissionOf } from "../../../tests/support/submissions.ts";
import type { Submission } from "./submission.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./submission-queue.ts";

const { database } = await openTestApi();
const { db } = database;

it("sends away whoever comes when too many wait, and takes everybody once there is room again", async () => {
  const queue = createSubmissionQueue(db, { maxWaiting: 3 });
  let arrived = Promise.withResolvers<void>();
  const submit: SubmissionQueue["submit"] = (submission) => {
    setImmediate(() => arrived.resolve());
    return queue.submit(submission);
  };
  const api = createTestApi(db, {}, { submissions: { ...queue, submit } });
  const raffle = await api.createRaffle();
  const people = Array.from({ length: 12 }, () => entryBody());
  const enter = (person: Record<string, unknown>) => api.ask("POST", `/raffles/${raffle.codeId}/entries`, person);
  const answers: Promise<Awaited<ReturnType<typeof enter>>>[] = [];
  await inTransaction(db, async (tx) => {
    // An entry has a foreign key to its raffle, so its insert waits for this lock.
    await sql`select id from raffles where id = ${raffle.id} for update`.execute(tx);
    for (const person of people) {
      arrived = Promise.withResolvers();
      answers.push(enter(person));
      await arrived.promise;
    }
    const refused = await Promise.race(answers);
    expect(refused).toMatchObject({ status: 503, body: { code: "site-busy", status: 503 } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  // Accepted: one in each of the two batches in flight, and three in the queue. The others are refused.
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(503)]);
  const stored = async () => {
    const { rows } = await sql<{ email: string }>`select email from entries where raffle_id = ${raffle.id}`.execute(db);
    return rows.map(({ email }) => email).toSorted();
  };
  const accepted = people.filter((_, index) => statuses[index] === 201);
  expect(await stored()).toEqual(accepted.map(({ email }) => email).toSorted());

  // The form also retries by itself.
  for (const [index, person] of people.entries())
    if (statuses[index] === 503) expect((await enter(person)).status).toBe(201);
  expect(await stored()).toHaveLength(people.length);
});

it("fails as one, at once, where the database goes away, and tells everybody when to come again", async () => {
  const people = Array.from({ length: 12 }, () => entryBody());
  const queue = createSubmissionQueue(db);
  const arrived = Promise.withResolvers<void>();
  let submitted = 0;
  const submit: SubmissionQueue["submit"] = (submission) => {
    submitted += 1;
    if (submitted === people.length) arrived.resolve();
    return queue.submit(submission);
  };
  const api = createTestApi(db, {}, { submissions: { ...queue, submit } });
  const raffle = await api.createRaffle();
  const enter = (person: Record<string, unknown>) => api.ask("POST", `/raffles/${raffle.codeId}/entries`, person);
  // Returns process ids, not a count: a terminated backend may live a while longer and be terminated again. It runs
  // outside the transaction, whose view of pg_stat_activity would not change.
  const endInserts = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%insert-entries%' and wait_event_type = 'Lock'`.execute(db);
    return rows.map(({ pid }) => pid);
  };
  await inTransaction(db, async (tx) => {
    await sql`select id from raffles where id = ${raffle.id} for update`.execute(tx);
    const answers = Promise.all(people.map(enter));
    let answered = false;
    void answers.finally(() => {
      answered = true;
    });
    // Now some batches are underway, and all others wait for the next.
    await arrived.promise;
    const ended = new Set<number>();
    while (!answered) for (const pid of await endInserts()) ended.add(pid);
    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: 503, body: { code: "site-away", status: 503 } });
      expect(answer.headers.get("retry-after")).toBe("3");
    }
    // Retried one by one, each submission would have ended its own backend.
    expect(ended.size).toBeGreaterThan(0);
    expect(ended.size).toBeLessThan(people.length / 2);
  });
  for (const person of people) expect((await enter(person)).status).toBe(201);
});

it("answers who is stored before it has explained why others of the same batch are not", async () => {
  const api = createTestApi(db);
  const raffle = (await api.site.raffles.find((await api.createRaffle()).codeId)) as PublicRaffle;
  const taken = entryBody();
  const gone = { ...submissionOf(raffle, entryBody()), raffleId: crypto.randomUUID() };
  const queue = createSubmissionQueue(db);
  const first = submissionOf(raffle, taken);
  expect(await queue.submit(first)).toMatchObject({ ok: true, value: { entryId: first.id } });

  const answered: string[] = [];
  const submit = async (name: string, submission: Submission): Promise<string> => {
    const outcome = await queue.submit(submission);
    answered.push(name);
    return outcome.ok ? outcome.value.entryId : outcome.refusal.reason;
  };
  const newcomer = submissionOf(raffle, entryBody());
  const reasons = await Promise.all([
    submit("phone", submissionOf(raffle, entryBody({ phone: taken.phone }))),
    submit("email", submissionOf(raffle, entryBody({ email: taken.email }))),
    submit("both", submissionOf(raffle, taken)),
    submit("code", { ...submissionOf(raffle, entryBody()), entryCode: first.entryCode }),
    submit("sent again", { ...first, id: crypto.randomUUID() }),
    submit("raffle gone", gone),
    submit("new", newcomer),
  ]);
  expect(reasons).toEqual([
    ...["phone-taken", "email-taken", "phone-taken", "entry-code-conflict"],
    ...[first.id, "raffle-not-found", newcomer.id],
  ]);
  expect(answered).toEqual(["new", "phone", "email", "both", "code", "sent again", "raffle gone"]);
});

it.each([
  [true, 1],
  [false, 0],
])(
  "where there may be standbys (%s), a repeated entry is answered once one has its first commit",
  async (may, times) => {
    const api = createTestApi(db);
    const raffle = (await api.site.raffles.find((await api.createRaffle()).codeId)) as PublicRaffle;
    const sent: string[] = [];
    const seen = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === "RawNode") sent.push(node.sqlFragments.join("?"));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const awaited = () => sent.filter((text) => text.includes("pg_logical_emit_message")).length;
    const queue = createSubmissionQueue(seen, { awaitsStandbys: may });
    const first = submissionOf(raffle, entryBody());
    await queue.submit(first);
    // Its own commit has waited for the standby already.
    expect(awaited()).toBe(0);
    expect(await queue.submit({ ...first, id: crypto.randomUUID() })).toMatchObject({ value: { entryId: first.id } });
    expect(awaited()).toBe(times);
  },
);
