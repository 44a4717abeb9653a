import { sql } from "kysely";
import type { Transaction } from "#src/db/transaction.ts";
import { prepareSubmission, type Submission } from "#src/entries/submit/submission.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/**
 * A person's submission to a raffle, as the site makes it of a request.
 *
 * @throws an Error if the site would refuse the person
 */
export function submissionOf(raffle: PublicRaffle, body: unknown): Submission {
  const prepared = prepareSubmission(raffle, body, "PH");
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.refusal));
  return prepared.value;
}

/** How many entries PostgreSQL reads for it. */
export async function entriesRead(tx: Transaction, lookUp: () => Promise<unknown>): Promise<number> {
  const before = await readUntilNow(tx);
  await lookUp();
  return (await readUntilNow(tx)) - before;
}

async function readUntilNow(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'entries'
  `.execute(tx);
  return rows[0]?.read ?? 0;
}
