import { recordChange } from "#src/access/audit/audit.ts";
import type { StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { insertEntries } from "../submit/insert-entries.ts";
import { outcomesOf, type SubmissionRefusal } from "../submit/outcomes.ts";
import { preparePaperSubmission } from "../submit/submission.ts";
import { isDoubtfulPhone } from "./paper-contact.ts";
import { paperSources } from "./paper-sources.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly defaultRegion: string };

/** A slip of paper as it was typed at a counter. Untrusted. */
export type PaperSlip = {
  /** The person's fields, the rules that are done, and the code that the form was opened with. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly source: string;
  /** Whether the slip says that the person agreed to the terms. */
  readonly termsAgreed: boolean;
};

export type AddedEntry = {
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The phone as written, if it can hardly be called; otherwise null. */
  readonly doubtfulPhone: string | null;
};

/**
 * Adds one entry from a slip of paper, by what holds for all entries: each phone and e-mail once, and only while the
 * raffle is open and its list unlocked. The same slip sent again with the same entry code is that entry.
 *
 * @returns refusals: `raffle-not-found`, `invalid-fields`, `submission-closed`, `phone-taken`, `email-taken`,
 *   `entry-code-conflict`
 */
export async function addPaperEntry(
  { db, clock, defaultRegion }: Deps,
  scope: StaffScope<"add-entries">,
  { body, source, termsAgreed }: PaperSlip,
): Promise<Outcome<AddedEntry, SubmissionRefusal | Refusal<"invalid-fields">>> {
  const raffle = await findRaffle(db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const prepared = preparePaperSubmission(raffle, body, { defaultRegion, source });
  const fields: FieldMessages = {
    ...(prepared.ok ? {} : prepared.refusal.fields),
    ...(source !== "" && !paperSources(raffle).includes(source) && { source: [{ key: "sourceUnknown" }] }),
    ...(!termsAgreed && { terms: [{ key: "importTermsRequired" }] }),
  };
  if (!prepared.ok || Object.keys(fields).length > 0) return refuse({ reason: "invalid-fields", fields });
  const { firstName, lastName, phone } = prepared.value;
  const doubtfulPhone = isDoubtfulPhone(phone, defaultRegion) ? phone : null;
  return inTransaction(db, async (tx) => {
    const stored = await insertEntries(tx, [prepared.value]);
    const [outcome] = await outcomesOf(tx, [prepared.value], stored);
    if (!outcome?.ok) return outcome ?? refuse({ reason: "raffle-not-found" });
    const { entryCode, entryId } = outcome.value;
    if (stored.size > 0) {
      const change = { action: "add-entry", subject: entryCode, entryId, before: null, after: { source } } as const;
      await recordChange(tx, scope, change, clock);
    }
    return accept({ entryCode, firstName, lastName, doubtfulPhone });
  });
}
