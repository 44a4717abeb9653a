import { recordChange } from "#src/access/audit/audit.ts";
import type { StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { insertEntries } from "../submit/insert-entries.ts";
import { outcomesOf, type SubmissionRefusal } from "../submit/outcomes.ts";
import { type ConfirmTicks, preparePaperSubmission, type Submission } from "../submit/submission.ts";
import { settleSlip } from "./offline/settle-slip.ts";
import { isDoubtfulPhone } from "./paper-contact.ts";
import { paperSources } from "./paper-sources.ts";

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly defaultRegion: string;
  readonly confirmTicks: ConfirmTicks;
};

/** A slip of paper as it was typed at a counter. Untrusted. */
export type PaperSlip = {
  /** The person's fields, the rules that are done, and the code that the form was opened with. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly source: string;
  /** Whether the slip says that the person agreed to the terms. */
  readonly termsAgreed: boolean;
  /** The refused slip of a phone that this one corrects, by its id; null for none. */
  readonly corrects: string | null;
};

export type AddedEntry = {
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The phone as written, if it can hardly be called; otherwise null. */
  readonly doubtfulPhone: string | null;
  /** Whether the slip has a phone or an e-mail. */
  readonly hasContact: boolean;
};

export type PaperRefusal = SubmissionRefusal | Refusal<"invalid-fields">;

/**
 * Adds one entry from a slip of paper, by what holds for all entries: each phone and e-mail once, and only while the
 * raffle is open and its list unlocked. The same slip sent again with the same entry code is that entry. A refused slip
 * that it corrects is settled. Rules that the shop checks are confirmed with it, as `confirmTicks` says.
 *
 * @returns refusals: `raffle-not-found`, `invalid-fields`, `submission-closed`, `phone-taken`, `email-taken`,
 *   `entry-code-conflict`
 */
export async function addPaperEntry(
  { db, clock, defaultRegion, confirmTicks }: Deps,
  scope: StaffScope<"add-entries">,
  slip: PaperSlip,
): Promise<Outcome<AddedEntry, PaperRefusal>> {
  const raffle = await findRaffle(db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const prepared = preparePaperEntry(raffle, slip, defaultRegion);
  if (!prepared.ok) return prepared;
  return inTransaction(db, async (tx) => {
    const added = await writePaperEntry(tx, scope, prepared.value, { clock, confirmTicks });
    if (added.ok && slip.corrects) await settleSlip(tx, scope, slip.corrects, clock());
    return added;
  });
}

/** A slip that can be stored, unless the database knows better. */
export type PreparedSlip = {
  readonly submission: Submission;
  /** When it was typed, if it comes later than that. */
  readonly typedAt?: Date;
  readonly defaultRegion: string;
};

/** Validates a slip: what was typed, its source, and the terms. */
export function preparePaperEntry(
  raffle: PublicRaffle,
  { body, source, termsAgreed }: PaperSlip,
  defaultRegion: string,
): Outcome<PreparedSlip, Refusal<"invalid-fields">> {
  const prepared = preparePaperSubmission(raffle, body, { defaultRegion, source });
  const fields: FieldMessages = {
    ...(prepared.ok ? {} : prepared.refusal.fields),
    ...(source !== "" && !paperSources(raffle).includes(source) && { source: [{ key: "sourceUnknown" }] }),
    ...(!termsAgreed && { terms: [{ key: "importTermsRequired" }] }),
  };
  if (!prepared.ok || Object.keys(fields).length > 0) return refuse({ reason: "invalid-fields", fields });
  return accept({ submission: prepared.value, defaultRegion });
}

/** Stores a slip and logs who added it, in the caller's transaction. */
export async function writePaperEntry(
  tx: Transaction,
  scope: StaffScope<"add-entries">,
  { submission, typedAt, defaultRegion }: PreparedSlip,
  { clock, confirmTicks }: Pick<Deps, "clock" | "confirmTicks">,
): Promise<Outcome<AddedEntry, SubmissionRefusal>> {
  const { firstName, lastName, phone, email, source } = submission;
  const stored = await insertEntries(tx, [submission]);
  const [outcome] = await outcomesOf(tx, [submission], stored);
  if (!outcome?.ok) return outcome ?? refuse({ reason: "raffle-not-found" });
  const { entryCode, entryId } = outcome.value;
  if (stored.size > 0) {
    await confirmTicks(tx, scope, [submission], clock());
    const after = { source, ...(typedAt && { typedAt: typedAt.toISOString() }) };
    await recordChange(tx, scope, { action: "add-entry", subject: entryCode, entryId, before: null, after }, clock);
  }
  const doubtfulPhone = isDoubtfulPhone(phone, defaultRegion) ? phone : null;
  return accept({ entryCode, firstName, lastName, doubtfulPhone, hasContact: phone !== "" || email !== "" });
}
