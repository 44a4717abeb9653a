import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { entriesRead, submissionOf } from "../../../tests/support/submissions.ts";
import { insertEntries } from "./insert-entries.ts";
import { explainRefusals } from "./outcomes.ts";
import type { Submission } from "./submission.ts";

/** So few that PostgreSQL reads them all rather than an index. */
const FEW = 60;
/** From now on an index is better by far, but nobody has told PostgreSQL. */
const MORE = 1_000;
/** With these the table has more than a megabyte. */
const MANY = 3_000;
/** PostgreSQL keeps a prepared plan from the sixth time on. */
const UNTIL_KEPT = 6;
/** Of each table that a lookup reads, far fewer rows than MORE. */
const READ_AT_MOST = 20;

const { database, ...api } = await openTestApi();

it("keeps a plan only once the entries are so many that it looks them up", async () => {
  await database.pool.query("alter table entries set (autovacuum_enabled = off)");
  const raffle = (await api.site.raffles.find((await api.createRaffle()).codeId)) as PublicRaffle;
  const fill = async (entries: number): Promise<Submission> => {
    const submissions = Array.from({ length: entries }, () => submissionOf(raffle, entryBody()));
    expect((await insertEntries(database.db, submissions)).size).toBe(entries);
    return submissions.at(-1) as Submission;
  };
  const taken = { ...(await fill(FEW)), id: crypto.randomUUID(), entryCode: "QQQQQQQQ" };
  await database.pool.query("analyze entries");

  const connection = connectDatabase({ connectionString: database.connectionString, maxConnections: 1 });
  // One transaction: PostgreSQL counts what it reads, and the site knows it as one database.
  await inTransaction(connection.db, async (tx) => {
    const explain = async () => {
      const [outcome] = await explainRefusals(tx, [taken]);
      expect(outcome).toMatchObject({ ok: false, refusal: { reason: "phone-taken" } });
    };
    await sql`prepare kept as select true from entries where raffle_id = ${sql.lit(raffle.id)} and email_key = $1`.execute(
      tx,
    );
    const lookUpByPrepared = () => sql`execute kept(${sql.lit(taken.emailKey)})`.execute(tx);
    for (let time = 0; time < UNTIL_KEPT; time++) {
      await explain();
      await lookUpByPrepared();
    }
    await fill(MORE);
    expect(await entriesRead(tx, explain)).toBeLessThan(READ_AT_MOST);
    expect(await preparedNames(tx)).not.toContain("explain-refusals");
    // The control: a plan that was kept from before.
    expect(await entriesRead(tx, lookUpByPrepared)).toBeGreaterThanOrEqual(MORE);

    await fill(MANY);
    for (let time = 0; time <= UNTIL_KEPT; time++) await explain();
    expect(await preparedNames(tx)).toContain("explain-refusals");
    expect(await entriesRead(tx, explain)).toBeLessThan(READ_AT_MOST);
  });
  await connection.close();
});

async function preparedNames(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
  return rows.map(({ name }) => name);
}
