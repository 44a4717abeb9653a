import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { RaffleCache } from "#src/raffles/raffle-cache.ts";
import type { ChallengeRefusal, RobotCheck } from "./robot-check.ts";
import { newEntryCode, prepareSubmission } from "./submission.ts";
import type { SubmissionQueue } from "./submission-queue.ts";
import type { StoredEntry, SubmissionRefusal } from "./write.ts";

/** A code drawn here is nobody's choice. With a million entries one in 200,000 draws meets one of theirs. */
const MOST_DRAWS = 3;

export type SubmitEntryGiven = {
  readonly raffles: RaffleCache;
  readonly submissions: SubmissionQueue;
  readonly robots: RobotCheck;
  readonly defaultRegion: string;
  /** Where the submission comes from. */
  readonly address: string;
  /** What its person reads. */
  readonly language: Language;
};

/**
 * Takes what a visitor sent for a raffle, from the form or the API.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @returns the entry, durably stored, or why not; the same entry sent again is the same answer, even after the due date
 */
export async function submitEntry(
  given: SubmitEntryGiven,
  idOrCode: string,
  body: unknown,
): Promise<
  Outcome<
    StoredEntry & { codeId: string },
    SubmissionRefusal | Refusal<"invalid-fields" | "site-busy"> | ChallengeRefusal
  >
> {
  const raffle = await given.raffles.find(idOrCode);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const prepared = prepareSubmission(raffle, body, given.defaultRegion, given.language);
  if (!prepared.ok) return raffle.open ? prepared : refuse({ reason: "submission-closed" });
  // Asked last, so that nobody solves a puzzle for a form that then needs correcting.
  const { entryCode } = prepared.value;
  const admitted = await given.robots.admit({ address: given.address, raffleId: raffle.id, entryCode }, body);
  if (!admitted.ok) return admitted;
  let outcome = await given.submissions.submit(prepared.value);
  const isDrawn = (body as { entryCode?: unknown }).entryCode === undefined;
  for (let draws = 1; isDrawn && meetsAnother(outcome) && draws < MOST_DRAWS; draws++) {
    outcome = await given.submissions.submit({ ...prepared.value, entryCode: newEntryCode() });
  }
  return outcome.ok ? { ok: true, value: { ...outcome.value, codeId: raffle.codeId } } : outcome;
}

function meetsAnother(outcome: Awaited<ReturnType<SubmissionQueue["submit"]>>): boolean {
  return !outcome.ok && outcome.refusal.reason === "entry-code-conflict";
}
