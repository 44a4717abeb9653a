import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { mailCleanup } from "./enqueue-mails.ts";
import { findMailFailures } from "./read.ts";
import { queueMail } from "./write.ts";

const ALWAYS = new AbortController().signal;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(() => database.db.deleteFrom("mails").execute());

afterAll(() => database.close());

/** Writes a mail to the outbox. Returns its id. */
async function queued(): Promise<string> {
  const id = newId();
  const mail = { id, kind: "hello", raffleId: newId(), entryId: newId(), language: "en" } as const;
  await inTransaction(database.db, (tx) => queueMail(tx, mail));
  return id;
}

test("a month later the outbox forgets what is not on its way", async () => {
  const [waiting, old, fresh] = [await queued(), await queued(), await queued()];
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  const { db } = database;
  await db.updateTable("mails").set({ state: "sent" }).where("id", "in", [old, fresh]).execute();
  await db.updateTable("mails").set({ createdAt: longAgo }).where("id", "in", [old, waiting]).execute();
  await mailCleanup(db).run({}, ALWAYS);
  const left = await db.selectFrom("mails").select("id").execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([waiting, fresh].toSorted());
});

test("operators see how many mails failed lately or are held, and since when one waits", async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, queued));
  const [first, second] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-01-02T00:00:00Z")];
  const states = ["failed", "unclear", "held", "waiting", "failed"] as const;
  for (const [index, state] of states.entries()) {
    const change = { state, createdAt: index === 4 ? first : second };
    await database.db
      .updateTable("mails")
      .set(change)
      .where("id", "=", ids[index] ?? "")
      .execute();
  }
  expect(await findMailFailures(database.db, second)).toEqual({
    failed: 2,
    held: 1,
    deferred: 0,
    waitingSince: second,
  });
  await database.db.deleteFrom("mails").execute();
  expect(await findMailFailures(database.db, second)).toEqual({ failed: 0, held: 0, deferred: 0, waitingSince: null });
});
