import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { findContact } from "#src/access/entrant-contact.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { entriesRead, submissionOf } from "../../tests/support/submissions.ts";
import { lockEntry, readWholeEntry } from "./read.ts";
import { insertEntries } from "./submit/insert-entries.ts";
import { outcomesOf } from "./submit/outcomes.ts";
import type { Submission } from "./submit/submission.ts";

const ENTRIES = 1000;
/** Of each table that a lookup reads, far fewer rows than the raffle has. */
const FEW = 20;

const { database, ...api } = await openTestApi();
let entries: Submission[];

/** An old raffle that the statistics know, and one with as many entries that came since. */
beforeAll(async () => {
  await database.pool.query("alter table entries set (autovacuum_enabled = off)");
  await fill(await api.createRaffle());
  await database.pool.query("analyze entries");
  entries = await fill(await api.createRaffle());
});

async function fill({ codeId }: TestRaffle): Promise<Submission[]> {
  const raffle = (await api.site.raffles.find(codeId)) as PublicRaffle;
  const submissions = Array.from({ length: ENTRIES }, () => submissionOf(raffle, entryBody()));
  expect((await insertEntries(database.db, submissions)).size).toBe(ENTRIES);
  return submissions;
}

type Transaction = Parameters<typeof lockEntry>[0];

async function scopeOf(tx: Transaction, { raffleId, id }: Submission): Promise<ContactScope> {
  return (await entrantToWriteTo(tx, { raffleId, entryId: id })) as ContactScope;
}

/** How many entries PostgreSQL reads to look up the newest one. */
function readFor(lookUp: (tx: Transaction, entry: Submission) => Promise<unknown>): Promise<number> {
  return database.db.transaction().execute((tx) =>
    entriesRead(tx, async () => {
      expect(await lookUp(tx, entries.at(-1) as Submission)).toBeTruthy();
    }),
  );
}

describe("an entry of a raffle that is newer than the statistics", () => {
  it.each<[string, Parameters<typeof readFor>[0]]>([
    ["shown", async (tx, entry) => readWholeEntry(tx, await scopeOf(tx, entry))],
    ["changed", async (tx, entry) => lockEntry(tx, await scopeOf(tx, entry))],
    ["found by its code", (tx, { raffleId, entryCode }) => findContact(tx, { raffleId, entryCode })],
    ["sent again", async (tx, entry) => (await outcomesOf(tx, [entry], new Map()))[0]?.ok],
    [
      "refused to somebody else",
      async (tx, entry) => !(await outcomesOf(tx, [{ ...entry, entryCode: "QQQQQQQQ" }], new Map()))[0]?.ok,
    ],
  ])("is %s without reading the others", async (_name, lookUp) => {
    expect(await readFor(lookUp)).toBeLessThan(FEW);
  });

  it("would be looked for among all of them if PostgreSQL saw the raffle's id", async () => {
    const plain = (tx: Transaction, { raffleId, id }: Submission) =>
      sql`select * from entries where raffle_id = ${raffleId} and id = ${id}`.execute(tx);
    expect(await readFor(plain)).toBeGreaterThanOrEqual(ENTRIES);
  });
});

it("is looked up by its plain id in a sharded database, which finds the shard by it", async () => {
  const sharded = await createTestDatabase({ sharded: true });
  onTestFinished(() => sharded.close());
  expect(raffleIdForLookup(sharded.db, "x").compile(sharded.db).sql).toBe("$1");
  expect(raffleIdForLookup(database.db, "x").compile(database.db).sql).toBe("(select $1::uuid)");
});
