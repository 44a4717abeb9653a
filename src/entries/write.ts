import { type SqlBool, sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { followDeletion, noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { isSharded, raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { lockEntry } from "./read.ts";
import { applyChecklist, applyWishlist, unknownIds } from "./rules.ts";
import type { EntryChanges, Wish } from "./schema.ts";
import type { Submission } from "./submit/submission.ts";

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
  const refused = submissions.filter((submission) => !stored.has(submission.id));
  const reasons = refused.length > 0 ? await explainRefusals(reader, refused) : new Map<string, SubmissionOutcome>();
  return submissions.map((submission) => {
    const createdAt = stored.get(submission.id);
    if (createdAt) {
      const { raffleId, id, entryCode } = submission;
      return accept({ raffleId, entryId: id, entryCode, createdAt });
    }
    return reasons.get(submission.id) ?? refuse({ reason: "raffle-not-found" });
  });
}

type Obstacles = {
  readonly id: string;
  readonly open: boolean;
  readonly repeatedId: string | null;
  readonly repeatedAt: Date | null;
  readonly phoneTaken: boolean;
  readonly emailTaken: boolean;
  /** Whether one entry has both the phone and the e-mail. */
  readonly bothTaken: boolean;
};

/** For each submission that inserted nothing: accepted if it is a stored entry sent again, or else the refusal. */
async function explainRefusals(
  reader: Reader,
  refused: readonly Submission[],
): Promise<Map<string, SubmissionOutcome>> {
  const groups = isSharded(reader) ? Map.groupBy(refused, (submission) => submission.raffleId).values() : [refused];
  const reasons = new Map<string, SubmissionOutcome>();
  for (const group of groups) {
    const rows = new Map((await findObstacles(reader, group)).map((row) => [row.id, row]));
    for (const submission of group) {
      const row = rows.get(submission.id);
      if (row) reasons.set(submission.id, outcomeOf(row, submission));
    }
  }
  return reasons;
}

/** @param refused of one raffle where the database is sharded */
async function findObstacles(reader: Reader, refused: readonly Submission[]): Promise<Obstacles[]> {
  const keys = refused.map(({ id, raffleId, entryCode, phoneKey, emailKey, submissionHash }) => ({
    id,
    raffle_id: raffleId,
    entry_code: entryCode,
    phone_key: phoneKey,
    email_key: emailKey,
    submission_hash: submissionHash,
  }));
  // As in raffleIdForLookup(): only a sharded database sees an id instead of the column. It is not prepared: a plan made
  // while the table is small reads all of it, and would stay while a rush fills it.
  const raffle = isSharded(reader) ? sql`${refused[0]?.raffleId}` : sql.ref("s.raffle_id");
  const { rows } = await sql<Obstacles>`
    select s.id, now() <= raffles.due_date and raffles.locked_at is null as open,
      repeated.id as "repeatedId", repeated.created_at as "repeatedAt",
      (select true from entries e where e.raffle_id = ${raffle} and e.phone_key = s.phone_key
        limit 1) is not null as "phoneTaken",
      (select true from entries e where e.raffle_id = ${raffle} and e.email_key = s.email_key
        limit 1) is not null as "emailTaken",
      (select true from entries e where e.raffle_id = ${raffle} and e.phone_key = s.phone_key
        and e.email_key = s.email_key limit 1) is not null as "bothTaken"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as s (
      id uuid, raffle_id uuid, entry_code text, phone_key text, email_key text, submission_hash text
    )
    join raffles on raffles.id = ${raffle}
    left join lateral (
      select e.id, e.created_at from entries e where e.raffle_id = ${raffle} and e.entry_code = s.entry_code
        and e.submission_hash = decode(s.submission_hash, 'hex') limit 1
    ) repeated on true
  `.execute(reader);
  return rows;
}

function outcomeOf(row: Obstacles, { raffleId, entryCode }: Submission): SubmissionOutcome {
  const { repeatedId, repeatedAt } = row;
  if (repeatedId && repeatedAt) return accept({ raffleId, entryId: repeatedId, entryCode, createdAt: repeatedAt });
  if (!row.open) return refuse({ reason: "submission-closed" });
  // Check the phone and the e-mail before the code. Otherwise a taken phone number would be a free way to test which
  // entry codes exist.
  const phone = [{ key: "phoneTaken" }];
  const email = [{ key: "emailTaken" }];
  // If two entries have the phone and the e-mail, name only the phone. Otherwise an entrant's own taken number would be
  // a free way to test who else has entered.
  if (row.phoneTaken) return refuse({ reason: "phone-taken", fields: { phone, ...(row.bothTaken && { email }) } });
  if (row.emailTaken) return refuse({ reason: "email-taken", fields: { email } });
  return refuse({ reason: "entry-code-conflict" });
}

/**
 * Deletes an entry while its raffle is open, after waiting for concurrent changes of it; or once the list is locked,
 * which keeps its ticket. In between, the list must stay as the organiser checks it.
 *
 * @returns nothing; refusals: `entry-not-found`, and `erase-too-late` if the due date has passed, even during the wait
 */
export async function eraseOpenEntry(
  tx: Transaction,
  scope: EntrantScope,
): Promise<Outcome<void, Refusal<"entry-not-found" | "erase-too-late">>> {
  const held = (await holdUnlocked(tx, scope.raffleId)).ok;
  if (!(await lockEntry(tx, scope))) return refuse({ reason: "entry-not-found" });
  const raffle = await tx
    .selectFrom("raffles")
    .select(sql<SqlBool>`locked_at is not null or (${held} and clock_timestamp() <= due_date)`.as("canErase"))
    .where("id", "=", scope.raffleId)
    .executeTakeFirst();
  if (!raffle?.canErase) return refuse({ reason: "erase-too-late" });
  await tx
    .deleteFrom("entries")
    .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
    .where("id", "=", scope.entryId)
    .execute();
  await followDeletion(tx, scope.raffleId, [scope.entryId]);
  return accept(undefined);
}

/** Ticks and wishes as they are stored. */
export type Ticks = { readonly doneRules: readonly string[]; readonly wishes: readonly Wish[] };

/**
 * Writes a change of ticks and wishes to an entry whose row is locked, for its entrant or organiser.
 *
 * @returns the new ticks and wishes, or null if nothing changed; refusal: `invalid-fields`
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
    .where("raffleId", "=", raffleIdForLookup(tx, entry.raffleId))
    .where("id", "=", entry.entryId)
    .execute();
  await noteEntryChanges(tx, entry.raffleId, [entry.entryId]);
  return accept({ doneRules, wishes: after });
}
