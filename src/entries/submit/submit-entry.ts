import type { EntryCodeAttempts } from "#src/access/codes/entry-code-attempts.ts";
import type { ContactKeys } from "#src/access/entrant-contact.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { RaffleCache } from "#src/raffles/raffle-cache.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { invitedBy, ownInviteToken } from "../invited-by.ts";
import type { RobotCheck } from "../robots/robot-check.ts";
import { entrySignals } from "./entry-signals.ts";
import type { StoredEntry, SubmissionRefusal } from "./outcomes.ts";
import { bytesOf, newEntryCode, prepareSubmission } from "./submission.ts";
import type { SubmissionQueue } from "./submission-queue.ts";

/** Attempts to draw a free code. With a million entries, one draw in 200,000 hits a taken code. */
const MAX_CODE_ATTEMPTS = 3;

/** Refusals that disclose that an entry exists. */
const TELLING: ReadonlySet<string> = new Set(["phone-taken", "email-taken", "entry-code-conflict"]);

export type SubmitEntryDeps = {
  readonly raffles: RaffleCache;
  readonly submissions: SubmissionQueue;
  readonly robots: RobotCheck;
  readonly entryAttempts: EntryCodeAttempts;
  readonly defaultRegion: string;
  readonly secret: Uint8Array;
  /** Told how each entry ended: "accepted" or a refusal's reason. */
  readonly onOutcome: (outcome: string, milliseconds: number) => void;
  /** The client's address. */
  readonly address: string;
  /** The result of `deviceOf`. */
  readonly device: string;
  /** The entrant's language. */
  readonly language: Language;
};

export type EntryOutcome = Outcome<
  StoredEntry & ContactKeys & { readonly codeId: string; readonly inviteToken: string | undefined },
  SubmissionRefusal | Refusal<"invalid-fields" | "site-busy"> | ChallengeRefusal
>;

/**
 * Submits a visitor's entry to a raffle, from the form or the API.
 *
 * @param body the untrusted body, of any shape
 * @returns the durably stored entry, or a refusal; the same entry sent again gets the same answer, even after the due
 *   date
 */
export async function submitEntry(deps: SubmitEntryDeps, idOrCode: string, body: unknown): Promise<EntryOutcome> {
  const began = performance.now();
  const outcome = await submitUncounted(deps, idOrCode, body);
  report(deps, outcome, began);
  await countReported(deps, outcome);
  return outcome;
}

/** Tells the site's metrics how an entry ended that began at `began`. */
export function report(deps: SubmitEntryDeps, outcome: EntryOutcome, began: number): void {
  deps.onOutcome(outcome.ok ? "accepted" : outcome.refusal.reason, performance.now() - began);
}

/** Counts a refusal that discloses something about another entry. Accepted submissions do not wait for it. */
export async function countReported(deps: SubmitEntryDeps, outcome: EntryOutcome): Promise<void> {
  if (outcome.ok || !TELLING.has(outcome.refusal.reason)) return;
  deps.robots.countRefused(deps.address);
  if (outcome.refusal.reason === "entry-code-conflict") await deps.entryAttempts.countFailure(deps.address);
}

/** The same as `submitEntry` without counting, for a form that needs several attempts: the caller counts the last. */
export async function submitUncounted(deps: SubmitEntryDeps, idOrCode: string, body: unknown): Promise<EntryOutcome> {
  const raffle = await deps.raffles.find(idOrCode);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const prepared = prepareSubmission(raffle, body, deps.defaultRegion, deps.language);
  if (!prepared.ok) return raffle.open ? prepared : refuse({ reason: "submission-closed" });
  // The robot check comes last, so that nobody solves a puzzle for a form that then needs correcting.
  const { entryCode } = prepared.value;
  const bytes = bytesOf(prepared.value);
  const admitted = await deps.robots.admit({ address: deps.address, raffleId: raffle.id, entryCode, bytes }, body);
  if (!admitted.ok) return admitted;
  const signals = entrySignals(deps.secret, raffle.id, deps);
  const inviter = invitedBy(deps.secret, raffle, (body as { invitedBy?: unknown }).invitedBy);
  const submission = { ...prepared.value, ...signals, invitedBy: inviter, receipt: admitted.value.receipt };
  let outcome = await deps.submissions.submit(submission);
  const isDrawn = (body as { entryCode?: unknown }).entryCode === undefined;
  for (let draws = 1; isDrawn && meetsAnother(outcome) && draws < MAX_CODE_ATTEMPTS; draws++) {
    outcome = await deps.submissions.submit({ ...submission, entryCode: newEntryCode() });
  }
  if (!outcome.ok) return outcome;
  const { phoneKey, emailKey } = submission;
  const inviteToken = ownInviteToken(deps.secret, raffle, outcome.value.entryId);
  return accept({ ...outcome.value, codeId: raffle.codeId, phoneKey, emailKey, inviteToken });
}

function meetsAnother(outcome: Awaited<ReturnType<SubmissionQueue["submit"]>>): boolean {
  return !outcome.ok && outcome.refusal.reason === "entry-code-conflict";
}
