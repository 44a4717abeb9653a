import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, MessageKey, Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { insertEntries } from "../submit/insert-entries.ts";
import { outcomesOf } from "../submit/outcomes.ts";
import { type ConfirmTicks, newEntryCode, type Submission } from "../submit/submission.ts";
import { linesLeft, nameOfLeft } from "./files/bad-lines-file.ts";
import { type ReadImport, readImport } from "./files/import-file.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { findImport, type StoredImport } from "./read.ts";
import { inSendersTurn, senderKey } from "./senders.ts";
import { claimImport, failImport, finishImport, type StoredFile, writeProgress } from "./write.ts";

export type AddRefusal = Refusal<"invalid-fields" | "not-found" | "raffle-not-found" | "submission-closed">;

type Deps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** The organiser's address: each network may run one import at a time. */
  readonly address: string;
  readonly clock: Clock;
  readonly defaultRegion: string;
  readonly confirmTicks: ConfirmTicks;
  /** Called with an error of the background work, which no caller awaits. */
  readonly onError: (error: unknown) => void;
};

/** Lines that one statement inserts: enough to be fast, few enough that the progress display moves. */
const LINES_A_STATEMENT = 400;

/** Attempts to draw free codes. There are so many codes that two collisions in a row do not happen in practice. */
const CODE_DRAWS = 5;

/**
 * Adds the good lines of a stored file as entries, all of them or none. Wrong lines are left, and wait as a file of
 * their own, if as many are good as the organiser saw. It returns after the checks; the insertion goes on in the
 * background, and its progress is stored with the file. Rules that the shop checks are confirmed with it. No rate limit
 * applies here: uploading and mapping are counted.
 *
 * @param sure.good the number of good lines that the organiser saw
 * @param sure.termsAgreed whether the organiser says that these people agreed to the terms on paper
 * @returns a promise that resolves when the insertion has ended, also if it failed; refusals: `raffle-not-found`,
 *   `not-found`, `submission-closed`, `invalid-fields`. A file that is being added, or was, is not added again; that is
 *   not a refusal
 */
export async function addImport(
  deps: Deps,
  scope: OrganiserScope,
  id: string,
  sure: { readonly good: number; readonly termsAgreed: boolean },
): Promise<Outcome<{ readonly ended: Promise<void> }, AddRefusal>> {
  const [found, raffle] = await Promise.all([findImport(deps.db, scope, id), findRaffle(deps.db, scope.raffleId)]);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!found) return refuse({ reason: "not-found" });
  if (isUnderWay(found)) return accept({ ended: Promise.resolve() });
  if (!raffle.open) return refuse({ reason: "submission-closed" });
  const reader = { ...deps, reader: deps.db };
  const read = await inSendersTurn(deps.address, () => readImport(reader, scope, raffle, found));
  if (!read) return refuseUnlessUnderWay(deps, scope, id, { reason: "not-found" });
  const sender = senderKey(deps.secret, deps.address);
  const left = leftOf(read, found, sender);
  const isAsSeen = !left || (read.checked?.ready.length === sure.good && sure.good > 0);
  // Lines with many marks or foreign letters may need more room than they took in the file.
  const fits = !left || left.stored.file.byteLength <= IMPORT_LIMITS.bytes;
  const fields: FieldMessages = {
    ...read.fields,
    ...(!(isAsSeen && fits) && { lines: [{ key: "importLinesInvalid" }] }),
    ...(!sure.termsAgreed && { terms: [{ key: "importTermsRequired" }] }),
  };
  if (!read.checked || Object.keys(fields).length > 0) {
    return refuseUnlessUnderWay(deps, scope, id, { reason: "invalid-fields", fields });
  }

  // Sorted as visitors' entries are inserted, so that two transactions with the same phones wait but cannot deadlock.
  const ready = read.checked.ready.toSorted(byPhone);
  const by = { linesTotal: ready.length, sender };
  const job = await inTransaction(deps.db, (tx) => claimImport(tx, scope, id, by));
  if (job.ok) {
    const subject = { fileName: found.fileName, source: found.mapping.source };
    return accept({ ended: runInBackground(deps, scope, { job: job.value, ready, left, ...subject }) });
  }
  const { reason } = job.refusal;
  if (reason === "not-claimable") return accept({ ended: Promise.resolve() });
  return refuseUnlessUnderWay(deps, scope, id, { reason: "invalid-fields", fields: { lines: [{ key: reason }] } });
}

/** The wrong lines as the file in which they are left, or null. */
function leftOf(read: ReadImport, { fileName, mapping }: StoredImport, sender: Buffer): Job["left"] {
  const lines = read.checked?.bad.length ?? 0;
  if (lines === 0) return null;
  return { lines, stored: { fileName: nameOfLeft(fileName), file: linesLeft(read, mapping), mapping, sender } };
}

/**
 * After a double click, the first import of the same file may have taken its phones or its place. When it ends, it has
 * also taken the file itself. None of these is a refusal.
 */
async function refuseUnlessUnderWay(deps: Deps, scope: OrganiserScope, id: string, refusal: AddRefusal) {
  const now = await findImport(deps.db, scope, id);
  if (now && isUnderWay(now)) return accept({ ended: Promise.resolve() });
  return refuse(refusal);
}

function isUnderWay({ state }: { readonly state: string }): boolean {
  return state === "adding" || state === "added";
}

/** Sorts submissions without a phone last, like the database. */
function byPhone(a: Submission, b: Submission): number {
  if (a.phoneKey === b.phoneKey) return 0;
  if (a.phoneKey === null || b.phoneKey === null) return a.phoneKey === null ? 1 : -1;
  return a.phoneKey < b.phoneKey ? -1 : 1;
}

type Job = {
  readonly job: string;
  readonly ready: readonly Submission[];
  readonly left: { readonly lines: number; readonly stored: StoredFile } | null;
  readonly fileName: string;
  readonly source: string;
};

/** Rolls back the import. `key` is the reason's key in the `messages` catalogue; null if another job has taken over. */
class NothingAdded extends Error {
  readonly key: MessageKey | null;

  constructor(key: MessageKey | null) {
    super("The import's transaction is undone.");
    this.key = key;
  }
}

async function runInBackground(deps: Deps, scope: OrganiserScope, job: Job): Promise<void> {
  try {
    await inTransaction(deps.db, (tx) => insertAll(tx, deps, scope, job));
  } catch (error) {
    const expected = error instanceof NothingAdded;
    if (!expected) deps.onError(error);
    const key = expected ? error.key : "failed";
    if (key === null) return;
    // If this fails too, the file reports no more progress and counts as interrupted.
    await inTransaction(deps.db, (tx) => failImport(tx, scope, job.job, key)).catch(deps.onError);
  }
}

async function insertAll(tx: Transaction, deps: Deps, scope: OrganiserScope, job: Job): Promise<void> {
  const { ready, left, fileName, source } = job;
  for (let at = 0; at < ready.length; at += LINES_A_STATEMENT) {
    const batch = ready.slice(at, at + LINES_A_STATEMENT);
    await insertBatch(tx, batch);
    await deps.confirmTicks(tx, scope, batch, deps.clock());
    // Only for display, so an error while the site stops is ignored. The transaction alone decides about the lines.
    const done = Math.min(at + LINES_A_STATEMENT, ready.length);
    await writeProgress(deps.db, scope, job.job, done).catch(() => undefined);
  }
  const after = { entries: ready.length, ...(left && { left: left.lines }), source };
  await recordChange(tx, scope, { action: "import-entries", subject: fileName, before: null, after }, deps.clock);
  if (!(await finishImport(tx, scope, job.job, left))) throw new NothingAdded(null);
}

async function insertBatch(tx: Transaction, batch: readonly Submission[]): Promise<void> {
  let left = batch;
  for (let draw = 0; left.length > 0; draw++) {
    const stored = await insertEntries(tx, left);
    const outcomes = await outcomesOf(tx, left, stored);
    const refused = left.filter((_, index) => !outcomes[index]?.ok);
    const reasons = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.reason])));
    if (reasons.has("submission-closed")) throw new NothingAdded("submissionClosed");
    reasons.delete("entry-code-conflict");
    if (reasons.size > 0 || draw === CODE_DRAWS) throw new NothingAdded("importConflict");
    left = refused.map((submission) => ({ ...submission, entryCode: newEntryCode() }));
  }
}
