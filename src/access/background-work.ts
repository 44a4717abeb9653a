import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { retryJob } from "#src/jobs/job-log.ts";
import { sendAgain, sendFailedAgain } from "#src/mail/write.ts";
import { recordChange } from "./audit.ts";
import type { AdminScope } from "./scope.ts";

type Given = { readonly db: Database; readonly clock: Clock };

/** Mail servers limit what they take at a time. The button can be pressed again. */
const FAILED_AT_ONCE = 500;

/** Has a mail sent that failed, was held back, or of which nobody knows whether it was sent, and records who wanted it. */
export async function sendMailAgain(
  { db, clock }: Given,
  admin: AdminScope,
  id: string,
): Promise<Outcome<void, Refusal<"mail-not-found">>> {
  if (!isId(id)) return refuse({ reason: "mail-not-found" });
  return inTransaction(db, async (tx) => {
    const kind = await sendAgain(tx, id);
    if (kind === null) return refuse({ reason: "mail-not-found" });
    const change = { action: "send-mail-again", subject: `${kind} ${id}`, before: null, after: null };
    await recordChange(tx, admin, change, clock);
    return accept(undefined);
  });
}

/**
 * Has the mails sent that failed, the oldest first and not all at once, and records who wanted it.
 *
 * @returns how many
 */
export async function sendFailedMailsAgain({ db, clock }: Given, admin: AdminScope): Promise<number> {
  return inTransaction(db, async (tx) => {
    const mails = await sendFailedAgain(tx, FAILED_AT_ONCE);
    const change = { action: "send-failed-mails-again", subject: String(mails), before: null, after: null };
    if (mails > 0) await recordChange(tx, admin, change, clock);
    return mails;
  });
}

/** Has a job tried again that failed for the last time, and records who wanted it. */
export async function tryJobAgain(
  { db, clock }: Given,
  admin: AdminScope,
  id: string,
): Promise<Outcome<void, Refusal<"job-not-found">>> {
  if (!isId(id)) return refuse({ reason: "job-not-found" });
  return inTransaction(db, async (tx) => {
    const name = await retryJob(tx, id);
    if (name === null) return refuse({ reason: "job-not-found" });
    const change = { action: "retry-job", subject: `${name} ${id}`, before: null, after: null };
    await recordChange(tx, admin, change, clock);
    return accept(undefined);
  });
}
