import { recordChange } from "#src/access/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { newEntryCode, type Submission } from "../submission.ts";
import { insertEntries, outcomesOf } from "../write.ts";
import { readImport } from "./import-file.ts";
import { findImport } from "./read.ts";
import { claimImport, failImport, finishImport, writeProgress } from "./write.ts";

export type AddRefusal = Refusal<"invalid-fields" | "not-found" | "raffle-not-found" | "submission-closed">;

type Given = {
  readonly db: Database;
  readonly clock: Clock;
  readonly defaultRegion: string;
  /** Told of a failure of ours, which nobody waits for. */
  readonly onError: (error: unknown) => void;
};

/** Lines that one statement inserts: enough to be quick, few enough for progress that is seen to move. */
const LINES_A_STATEMENT = 400;

/** Codes are drawn from so many that even among a million entries two collisions in a row do not happen. */
const CODE_DRAWS = 5;

/**
 * Adds every line of a kept file as an entry, or none. Returns once that is under way; it goes on in the background,
 * and where it stands is written with the file.
 *
 * @param termsAgreed whether the organiser says that these people agreed to the terms on paper
 * @returns a promise that settles when it has ended, however it did; or what keeps the file from being added. A file
 *   that is being added, or was, is not added again, and that is no refusal
 */
export async function addImport(
  given: Given,
  scope: OrganiserScope,
  id: string,
  termsAgreed: boolean,
): Promise<Outcome<{ readonly ended: Promise<void> }, AddRefusal>> {
  const [kept, raffle] = await Promise.all([findImport(given.db, scope, id), findRaffle(given.db, scope.raffleId)]);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!kept) return refuse({ reason: "not-found" });
  if (kept.state === "adding" || kept.state === "added") return accept({ ended: Promise.resolve() });
  if (!raffle.open) return refuse({ reason: "submission-closed" });
  const read = await readImport({ ...given, reader: given.db }, scope, raffle, kept);
  if (!read) return refuse({ reason: "not-found" });
  const fields: FieldMessages = {
    ...read.fields,
    ...(read.checked && read.checked.bad.length > 0 && { lines: [{ key: "importLinesInvalid" }] }),
    ...(!termsAgreed && { terms: [{ key: "importTermsRequired" }] }),
  };
  if (!read.checked || Object.keys(fields).length > 0) return refuse({ reason: "invalid-fields", fields });

  // In the order in which visitors' entries are inserted: two that meet at several phones then queue, and do not block.
  const ready = read.checked.ready.toSorted((a, b) => (a.phoneKey < b.phoneKey ? -1 : 1));
  const job = await inTransaction(given.db, (tx) => claimImport(tx, scope, id, ready.length));
  if (job !== null) {
    const subject = { fileName: kept.fileName, source: kept.mapping.source };
    return accept({ ended: runInBackground(given, scope, { job, ready, ...subject }) });
  }
  const now = await findImport(given.db, scope, id);
  if (now && now.state !== "adding" && now.state !== "added") {
    return refuse({ reason: "invalid-fields", fields: { lines: [{ key: "importBusy" }] } });
  }
  return accept({ ended: Promise.resolve() });
}

type Job = {
  readonly job: string;
  readonly ready: readonly Submission[];
  readonly fileName: string;
  readonly source: string;
};

/** Undoes all that was inserted; the key of the `messages` catalogue says why. Null: the job is another one's now. */
class NothingAdded extends Error {
  readonly key: string | null;

  constructor(key: string | null) {
    super("The import's transaction is undone.");
    this.key = key;
  }
}

async function runInBackground(given: Given, scope: OrganiserScope, job: Job): Promise<void> {
  try {
    await inTransaction(given.db, (tx) => insertAll(tx, given, scope, job));
  } catch (error) {
    const expected = error instanceof NothingAdded;
    if (!expected) given.onError(error);
    const key = expected ? error.key : "failed";
    if (key === null) return;
    // Where this fails too, the file falls silent and counts as interrupted.
    await inTransaction(given.db, (tx) => failImport(tx, scope, job.job, key)).catch(given.onError);
  }
}

async function insertAll(tx: Transaction, given: Given, scope: OrganiserScope, job: Job): Promise<void> {
  const { ready, fileName, source } = job;
  for (let at = 0; at < ready.length; at += LINES_A_STATEMENT) {
    await insertPiece(tx, ready.slice(at, at + LINES_A_STATEMENT));
    // Only to be looked at, and gone when the site is stopping: the lines stand or fall with the transaction.
    const done = Math.min(at + LINES_A_STATEMENT, ready.length);
    await writeProgress(given.db, scope, job.job, done).catch(() => undefined);
  }
  const after = { entries: ready.length, source };
  await recordChange(tx, scope, { action: "import-entries", subject: fileName, before: null, after }, given.clock);
  if (!(await finishImport(tx, scope, job.job))) throw new NothingAdded(null);
}

async function insertPiece(tx: Transaction, piece: readonly Submission[]): Promise<void> {
  let left = piece;
  for (let draw = 0; left.length > 0; draw++) {
    const stored = await insertEntries(tx, left, { receipts: false });
    const outcomes = await outcomesOf(tx, left, stored);
    const refused = left.filter((_, index) => !outcomes[index]?.ok);
    const reasons = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.reason])));
    if (reasons.has("submission-closed")) throw new NothingAdded("submissionClosed");
    reasons.delete("entry-code-conflict");
    if (reasons.size > 0 || draw === CODE_DRAWS) throw new NothingAdded("importConflict");
    left = refused.map((submission) => ({ ...submission, entryCode: newEntryCode() }));
  }
}
