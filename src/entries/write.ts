import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { lockEntry } from "./read.ts";
import { applyChecklist, applyWishlist, unknownIds } from "./rules.ts";
import type { EntryChanges, Wish } from "./schema.ts";
import type { Submission } from "./submission.ts";

/** An entry that is stored: what the entrant is told. */
export type StoredEntry = {
  readonly raffleId: string;
  readonly entryCode: string;
  readonly createdAt: Date;
};

export type SubmissionRefusal = Refusal<
  "submission-closed" | "phone-taken" | "email-taken" | "entry-code-conflict" | "raffle-not-found"
>;

export type SubmissionOutcome = Outcome<StoredEntry, SubmissionRefusal>;

/**
 * Stores many submissions with one statement; each is accepted or refused for itself.
 *
 * Uniqueness is the database's: a submission that meets a taken phone, e-mail or code inserts nothing, and
 * `outcomesOf`, for those alone, finds out why.
 *
 * @param given.receipts whether those who are stored get a receipt by mail: only noted here, since their number counts
 * @param db a transaction, or no more than this one statement
 * @returns when each of those that are stored was, by its id
 */
export async function insertEntries(
  db: Transaction | Database,
  submissions: readonly Submission[],
  given: { readonly receipts: boolean },
): Promise<ReadonlyMap<string, Date>> {
  const inserted = await sql<{ id: string; createdAt: Date }>`-- prepared: insert-entries
    with inserted as (insert into entries (
      raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
      facebook, instagram, source, done_rules, wishes, promotions, terms_accepted_at, submission_hash, language, created_at, updated_at
    )
    select
      s.raffle_id, s.id, s.entry_code, s.first_name, s.last_name, s.address, s.phone, s.phone_key, s.email, s.email_key,
      s.facebook, s.instagram, s.source, s.done_rules, s.wishes, s.promotions, now(), decode(s.submission_hash, 'hex'), s.language, now(), now()
    from jsonb_to_recordset(${JSON.stringify(submissions.map(toRecord))}::jsonb) as s (
      raffle_id uuid, id uuid, entry_code text, first_name text, last_name text, address text, phone text, phone_key text,
      email text, email_key text, facebook text, instagram text, source text, done_rules uuid[], wishes jsonb,
      promotions boolean, submission_hash text, language text
    )
    join raffles on raffles.id = s.raffle_id and now() <= raffles.due_date
    order by s.raffle_id, s.phone_key, s.email_key
    on conflict do nothing
    returning raffle_id, id, created_at
    ), requested as (
      insert into receipt_requests (raffle_id, entry_ids)
      select raffle_id, array_agg(id) from inserted where ${given.receipts}::boolean group by raffle_id
    )
    select id, created_at as "createdAt" from inserted
  `.execute(db);
  return new Map(inserted.rows.map((row) => [row.id, row.createdAt]));
}

/**
 * What became of submissions, those that were stored and the others. One that repeats a stored entry (same code, same
 * data) is that entry.
 *
 * @returns one outcome per submission, in their order
 */
export async function outcomesOf(
  reader: Reader,
  submissions: readonly Submission[],
  stored: ReadonlyMap<string, Date>,
): Promise<SubmissionOutcome[]> {
  const refused = submissions.filter((submission) => !stored.has(submission.id));
  const reasons = refused.length > 0 ? await explainRefusals(reader, refused) : new Map<string, SubmissionOutcome>();
  return submissions.map((submission) => {
    const createdAt = stored.get(submission.id);
    if (createdAt) {
      return accept({ raffleId: submission.raffleId, entryCode: submission.entryCode, createdAt });
    }
    return reasons.get(submission.id) ?? refuse({ reason: "raffle-not-found" });
  });
}

type Obstacles = {
  readonly id: string;
  readonly open: boolean;
  readonly repeatedAt: Date | null;
  readonly phoneTaken: boolean;
  readonly emailTaken: boolean;
};

/** Says for each submission that inserted nothing whether it is a stored entry sent again, or what stood in its way. */
async function explainRefusals(
  reader: Reader,
  refused: readonly Submission[],
): Promise<Map<string, SubmissionOutcome>> {
  const keys = refused.map(({ id, raffleId, entryCode, phoneKey, emailKey, submissionHash }) => ({
    id,
    raffle_id: raffleId,
    entry_code: entryCode,
    phone_key: phoneKey,
    email_key: emailKey,
    submission_hash: submissionHash,
  }));
  const { rows } = await sql<Obstacles>`
    select s.id, now() <= raffles.due_date as open,
      (select e.created_at from entries e
        where e.raffle_id = s.raffle_id and e.entry_code = s.entry_code
          and e.submission_hash = decode(s.submission_hash, 'hex')) as "repeatedAt",
      exists (select from entries e where e.raffle_id = s.raffle_id and e.phone_key = s.phone_key) as "phoneTaken",
      exists (select from entries e where e.raffle_id = s.raffle_id and e.email_key = s.email_key) as "emailTaken"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as s (
      id uuid, raffle_id uuid, entry_code text, phone_key text, email_key text, submission_hash text
    )
    join raffles on raffles.id = s.raffle_id
  `.execute(reader);
  const submissionById = new Map(refused.map((submission) => [submission.id, submission]));
  return new Map(rows.map((row) => [row.id, outcomeOf(row, submissionById.get(row.id) as Submission)]));
}

function outcomeOf(row: Obstacles, { raffleId, entryCode }: Submission): SubmissionOutcome {
  if (row.repeatedAt) return accept({ raffleId, entryCode, createdAt: row.repeatedAt });
  if (!row.open) return refuse({ reason: "submission-closed" });
  // The phone and the e-mail come before the code: otherwise a used phone number would be a free way to ask which
  // entry codes exist.
  const fields = {
    ...(row.phoneTaken && { phone: [{ key: "phoneTaken" }] }),
    ...(row.emailTaken && { email: [{ key: "emailTaken" }] }),
  };
  if (row.phoneTaken) return refuse({ reason: "phone-taken", fields });
  if (row.emailTaken) return refuse({ reason: "email-taken", fields });
  return refuse({ reason: "entry-code-conflict" });
}

function toRecord(submission: Submission): Record<string, unknown> {
  return {
    raffle_id: submission.raffleId,
    id: submission.id,
    entry_code: submission.entryCode,
    first_name: submission.firstName,
    last_name: submission.lastName,
    address: submission.address,
    phone: submission.phone,
    phone_key: submission.phoneKey,
    email: submission.email,
    email_key: submission.emailKey,
    facebook: submission.facebook,
    instagram: submission.instagram,
    source: submission.source,
    done_rules: submission.doneRules,
    wishes: submission.wishes,
    promotions: submission.promotions,
    submission_hash: submission.submissionHash,
    language: submission.language,
  };
}

export type EntryChangeRefusal = Refusal<"entry-not-found" | "too-late" | "invalid-fields">;

/**
 * Changes the ticks and wishes of an entry.
 *
 * @returns whether anything changed; after the due date the raffle is locked in and nothing may
 */
export async function changeEntry(
  tx: Transaction,
  scope: EntrantScope,
  changes: EntryChanges,
  clock: Clock,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const before = await lockEntry(tx, scope);
  const raffle = before && (await findRaffle(tx, scope.raffleId));
  if (!before || !raffle) return refuse({ reason: "entry-not-found" });
  if (!before.open) return refuse({ reason: "too-late" });
  const changed = await writeTicks(tx, { raffle, before, ...scope }, changes, clock);
  return changed.ok ? accept({ changed: changed.value !== null }) : changed;
}

/**
 * Deletes an entry while its raffle is open, whatever else is being done with it.
 *
 * @returns a refusal once the due date has passed, also where it passed while another change of the entry was waited for
 */
export async function eraseOpenEntry(
  tx: Transaction,
  scope: EntrantScope,
): Promise<Outcome<void, Refusal<"entry-not-found" | "erase-too-late">>> {
  if (!(await lockEntry(tx, scope))) return refuse({ reason: "entry-not-found" });
  const { numAffectedRows } = await sql`
    delete from entries using raffles
    where entries.raffle_id = ${scope.raffleId} and entries.id = ${scope.entryId}
      and raffles.id = entries.raffle_id and clock_timestamp() <= raffles.due_date
  `.execute(tx);
  return numAffectedRows === 1n ? accept(undefined) : refuse({ reason: "erase-too-late" });
}

/** Ticks and wishes as they are stored. */
export type Ticks = { readonly doneRules: readonly string[]; readonly wishes: readonly Wish[] };

/**
 * Writes a change of ticks and wishes to an entry whose row is locked, whoever makes it.
 *
 * @returns them as they are after it, or null where nothing changed
 */
export async function writeTicks(
  tx: Transaction,
  entry: { raffle: PublicRaffle; raffleId: string; entryId: string; before: Ticks },
  changes: EntryChanges,
  clock: Clock,
): Promise<Outcome<Ticks | null, Refusal<"invalid-fields">>> {
  const { raffle, before } = entry;
  const { rules, wishes, notes } = changes;
  const wishChanges = [wishes, notes].filter((change) => change !== undefined);
  if (
    rules &&
    unknownIds(
      rules.items.map((item) => item.ruleId),
      raffle.rules,
    ).length > 0
  ) {
    return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleUnknown" }] } });
  }
  const named = wishChanges.flatMap((change) => change.items.map((item) => item.prizeId));
  if (unknownIds(named, raffle.prizes).length > 0) {
    return refuse({ reason: "invalid-fields", fields: { wishes: [{ key: "prizeUnknown" }] } });
  }
  const doneRules = rules ? applyChecklist(before.doneRules, rules, raffle.rules) : before.doneRules;
  const after = wishChanges.reduce(applyWishlist, [...before.wishes]);
  if (canonicalJson([doneRules, after]) === canonicalJson([before.doneRules, before.wishes])) return accept(null);
  await tx
    .updateTable("entries")
    .set({ doneRules: [...doneRules], wishes: JSON.stringify(after), updatedAt: clock() })
    .where("raffleId", "=", entry.raffleId)
    .where("id", "=", entry.entryId)
    .execute();
  return accept({ doneRules, wishes: after });
}
