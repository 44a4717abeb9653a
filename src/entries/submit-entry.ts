import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { prepareSubmission } from "./submission.ts";
import type { SubmissionQueue } from "./submission-queue.ts";
import type { StoredEntry, SubmissionRefusal } from "./write.ts";

/**
 * Takes what a visitor sent for a raffle, from the form or the API.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @returns the entry, durably stored, or why not; the same entry sent again is the same answer, even after the due date
 */
export async function submitEntry(
  given: { reader: Reader; submissions: SubmissionQueue; defaultRegion: string; language: Language },
  idOrCode: string,
  body: unknown,
): Promise<Outcome<StoredEntry & { codeId: string }, SubmissionRefusal | Refusal<"invalid-fields">>> {
  const raffle = await findRaffle(given.reader, idOrCode);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const prepared = prepareSubmission(raffle, body, given.defaultRegion, given.language);
  if (!prepared.ok) return raffle.open ? prepared : refuse({ reason: "submission-closed" });
  const outcome = await given.submissions.submit(prepared.value);
  return outcome.ok ? { ok: true, value: { ...outcome.value, codeId: raffle.codeId } } : outcome;
}
