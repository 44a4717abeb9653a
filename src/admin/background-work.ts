import { recordChange } from "#src/access/audit/audit.ts";
import type { AdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { retryJob } from "#src/jobs/job-log.ts";
import { sendAgain, sendFailedAgain } from "#src/mail/write.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** The mails of one click, because mail servers limit their rate. The admin can click again. */
const FAILED_AT_ONCE = 500;

/** Queues a mail again that failed, was held back, or may not have been sent. Records the admin who asked. */
export async function sendMailAgain(
  { db, clock }: Deps,
  admin: AdminScope,
  id: string,
): Promise<Outcome<void, Refusal<"mail-not-found">>> {
  if (!isId(id)) return refuse({ reason: "mail-not-found" });
  return inTransaction(db, async (tx) => {
    const kind = await sendAgain(tx, id);
    if (kind === null) return refuse({ reason: "mail-not-found" });
    const change = { action: "send-mail-again" as const, subject: `${kind} ${id}`, before: null, after: null };
    await recordChange(tx, admin, change, clock);
    return accept(undefined);
  });
}

/**
 * Queues failed mails again, the oldest first, at most FAILED_AT_ONCE. Records the admin who asked.
 *
 * @returns the number of mails
 */
export async function sendFailedMailsAgain({ db, clock }: Deps, admin: AdminScope): Promise<number> {
  return inTransaction(db, async (tx) => {
    const mails = await sendFailedAgain(tx, FAILED_AT_ONCE);
    const change = { action: "send-failed-mails-again" as const, subject: String(mails), before: null, after: null };
    if (mails > 0) await recordChange(tx, admin, change, clock);
    return mails;
  });
}

/** Retries a job that has used up its retries. Records the admin who asked. */
export async function tryJobAgain(
  { db, clock }: Deps,
  admin: AdminScope,
  id: string,
): Promise<Outcome<void, Refusal<"job-not-found">>> {
  if (!isId(id)) return refuse({ reason: "job-not-found" });
  return inTransaction(db, async (tx) => {
    const name = await retryJob(tx, id);
    if (name === null) return refuse({ reason: "job-not-found" });
    const change = { action: "retry-job" as const, subject: `${name} ${id}`, before: null, after: null };
    await recordChange(tx, admin, change, clock);
    return accept(undefined);
  });
}
