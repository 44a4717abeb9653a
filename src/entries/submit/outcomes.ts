import { sql } from "kysely";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { byShard, isSharded, raffleOf } from "#src/db/sharding/sharded.ts";
import type { Submission } from "./submission.ts";

/** An entry that is stored. */
export type StoredEntry = {
  readonly raffleId: string;
  readonly entryId: string;
  readonly entryCode: string;
  readonly createdAt: Date;
};

export type SubmissionRefusal = Refusal<
  "submission-closed" | "phone-taken" | "email-taken" | "entry-code-conflict" | "raffle-not-found"
>;

export type SubmissionOutcome = Outcome<StoredEntry, SubmissionRefusal>;

/**
 * The outcomes of submissions after `insertEntries`. A submission that repeats a stored entry (same code, same data) is
 * accepted as that entry.
 *
 * @returns one outcome per submission, in their order
 */
export async function outcomesOf(
  reader: Reader,
  submissions: readonly Submission[],
  stored: ReadonlyMap<string, Date>,
): Promise<SubmissionOutcome[]> {
  const refused = submissions.filter(({ id }) => !stored.has(id));
  const explained = refused.length > 0 ? await explainRefusals(reader, refused) : [];
  const reasons = new Map(refused.map(({ id }, place) => [id, explained[place]]));
  return submissions.map((submission) => {
    const createdAt = stored.get(submission.id);
    return (createdAt ? storedAt(submission, createdAt) : reasons.get(submission.id)) ?? NO_RAFFLE;
  });
}

/** The outcome of a submission that `insertEntries` stored. */
export function storedAt({ raffleId, id, entryCode }: Submission, createdAt: Date): SubmissionOutcome {
  return accept({ raffleId, entryId: id, entryCode, createdAt });
}

type Obstacles = {
  readonly id: string;
  readonly open: boolean;
  readonly repeatedId: string | null;
  readonly repeatedAt: Date | null;
  readonly phoneTaken: boolean;
  readonly emailTaken: boolean;
  /** Whether one entry has both the phone and the e-mail; null where one of them is free. */
  readonly bothTaken: boolean | null;
};

/** The outcome of a submission whose raffle is gone. */
export const NO_RAFFLE = refuse({ reason: "raffle-not-found" } as const);

/**
 * Why submissions inserted nothing.
 *
 * @returns for each, in their order: accepted if it is a stored entry sent again, or else the refusal
 */
export async function explainRefusals(reader: Reader, refused: readonly Submission[]): Promise<SubmissionOutcome[]> {
  const obstacles = new Map<string, Obstacles>();
  for (const group of byShard(reader, refused))
    for (const row of await findObstacles(reader, group)) obstacles.set(row.id, row);
  return refused.map((submission) => {
    const row = obstacles.get(submission.id);
    return row ? outcomeOf(row, submission) : NO_RAFFLE;
  });
}

/**
 * Databases with many entries. Here every plan uses the indexes, so one may be cached: planning takes longer than
 * looking up. A plan made for a small table reads all of it, and would be cached through a rush.
 */
const withManyEntries = new WeakSet<Reader>();

/** A megabyte is 128 pages and some two thousand entries; an index finds one in three or four pages. */
const ARE_MANY = sql<boolean>`(select pg_relation_size('entries') >= ${sql.lit(2 ** 20)})`;
const PREPARED = "-- prepared: explain-refusals\n";

type Found = Obstacles & { readonly areMany: boolean };

/** @param refused of one raffle where the database is sharded */
async function findObstacles(reader: Reader, refused: readonly Submission[]): Promise<Obstacles[]> {
  const keys = refused.map(({ id, raffleId, entryCode, phoneKey, emailKey, mailbox, submissionHash }) => ({
    id,
    raffle_id: raffleId,
    entry_code: entryCode,
    phone_key: phoneKey,
    email_key: emailKey,
    mailbox,
    submission_hash: submissionHash,
  }));
  const raffle = raffleOf(reader, "s.raffle_id", refused);
  const areMany = isSharded(reader) ? sql.lit(false) : ARE_MANY;
  const { rows } = await sql<Found>`${sql.raw(withManyEntries.has(reader) ? PREPARED : "")}
    select s.id, ${areMany} as "areMany", now() <= raffles.due_date and raffles.locked_at is null as open,
      repeated.id as "repeatedId", repeated.created_at as "repeatedAt",
      by_phone.id is not null as "phoneTaken", coalesce(by_email.id, by_mailbox.id) is not null as "emailTaken",
      by_phone.id = coalesce(by_email.id, by_mailbox.id) as "bothTaken"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as s (
      id uuid, raffle_id uuid, entry_code text, phone_key text, email_key text, mailbox text, submission_hash text
    )
    join raffles on raffles.id = ${raffle}
    left join lateral (
      select e.id, e.created_at from entries e where e.raffle_id = ${raffle} and e.entry_code = s.entry_code
        and e.submission_hash = decode(s.submission_hash, 'hex') limit 1
    ) repeated on true
    left join lateral (
      select e.id from entries e where e.raffle_id = ${raffle} and e.phone_key = s.phone_key limit 1
    ) by_phone on true
    left join lateral (
      select e.id from entries e where e.raffle_id = ${raffle} and e.email_key = s.email_key limit 1
    ) by_email on true
    left join lateral (
      select e.id from entries e where e.raffle_id = ${raffle} and e.mailbox = s.mailbox limit 1
    ) by_mailbox on true
  `.execute(reader);
  if (rows[0]?.areMany) withManyEntries.add(reader);
  else if (rows[0]) withManyEntries.delete(reader);
  return rows;
}

function outcomeOf(row: Obstacles, { raffleId, entryCode }: Submission): SubmissionOutcome {
  const { repeatedId, repeatedAt } = row;
  if (repeatedId && repeatedAt) return accept({ raffleId, entryId: repeatedId, entryCode, createdAt: repeatedAt });
  if (!row.open) return refuse({ reason: "submission-closed" });
  // Check the phone and the e-mail before the code. Otherwise a taken phone number would be a free way to test which
  // entry codes exist.
  const phone = [{ key: "phoneTaken" as const }];
  const email = [{ key: "emailTaken" as const }];
  // If two entries have the phone and the e-mail, name only the phone. Otherwise an entrant's own taken number would be
  // a free way to test who else has entered.
  if (row.phoneTaken) return refuse({ reason: "phone-taken", fields: { phone, ...(row.bothTaken && { email }) } });
  if (row.emailTaken) return refuse({ reason: "email-taken", fields: { email } });
  return refuse({ reason: "entry-code-conflict" });
}
