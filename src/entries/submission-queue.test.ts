import { sql } from "kysely";
import { expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestApi, entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./submission-queue.ts";

const { database } = await openTestApi();
const { db } = database;

it("sends away whoever comes when too many wait, and takes everybody once there is room again", async () => {
  const queue = createSubmissionQueue(db, 3);
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
    // An entry refers to its raffle, and waits for whoever has locked that.
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
  // One in each of the two commits under way, three who wait, and the others are sent away.
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(503)]);
  const stored = async () => {
    const { rows } = await sql<{ email: string }>`select email from entries where raffle_id = ${raffle.id}`.execute(db);
    return rows.map(({ email }) => email).toSorted();
  };
  const accepted = people.filter((_, index) => statuses[index] === 201);
  expect(await stored()).toEqual(accepted.map(({ email }) => email).toSorted());

  // What the form does by itself.
  for (const [index, person] of people.entries())
    if (statuses[index] === 503) expect((await enter(person)).status).toBe(201);
  expect(await stored()).toHaveLength(people.length);
});
