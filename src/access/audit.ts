import type { Clock } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { type AdminScope, type EventScope, type OrganiserScope, scopeIdOf } from "./scope.ts";

/** What was changed, in words for the desk (`update-entry`, an entry code) and as it stood before and after. */
export type Change = {
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** A change as the log holds it. */
export type RecordedChange = Change & { readonly id: string; readonly at: Date; readonly actor: string };

/** How many changes one page of the log shows. */
const CHANGES_A_PAGE = 50;

/**
 * Appends a change to the audit log, in the transaction of the change itself: neither is stored without the other.
 * The database refuses to alter or remove what is there.
 *
 * @param scope an organiser's change is of the raffle; an admin's is of the site
 * @param change nothing of it may be a code that opens something
 */
export async function recordChange(
  tx: Transaction,
  scope: OrganiserScope | EventScope | AdminScope,
  change: Change,
  clock: Clock,
): Promise<void> {
  const { action, subject } = change;
  await tx
    .insertInto("auditLog")
    .values({
      scopeId: "raffleId" in scope || "eventId" in scope ? scopeIdOf(scope) : null,
      id: newId(),
      at: clock(),
      actor: scope.actor,
      action,
      subject,
      before: jsonOrNull(change.before),
      after: jsonOrNull(change.after),
    })
    .execute();
}

/**
 * One page of the changes of a raffle or an event, the latest first.
 *
 * @param page counted from 1
 * @returns the changes, and whether another page follows
 */
export async function readAuditLog(
  reader: Reader,
  scope: OrganiserScope | EventScope,
  page: number,
): Promise<{ changes: RecordedChange[]; more: boolean }> {
  const rows = await reader
    .selectFrom("auditLog")
    .select(["id", "at", "actor", "action", "subject", "before", "after"])
    .where("scopeId", "=", scopeIdOf(scope))
    .orderBy("id", "desc")
    .limit(CHANGES_A_PAGE + 1)
    .offset((page - 1) * CHANGES_A_PAGE)
    .execute();
  return { changes: rows.slice(0, CHANGES_A_PAGE), more: rows.length > CHANGES_A_PAGE };
}

/** One page of everything that organisers and admins changed, the latest first, with the raffle's code where it has one. */
export async function readWholeAuditLog(
  reader: Reader,
  _scope: AdminScope,
  page: number,
): Promise<{ changes: (RecordedChange & { readonly codeId: string | null })[]; more: boolean }> {
  const rows = await reader
    .selectFrom("auditLog")
    .leftJoin("raffles", "raffles.id", "auditLog.scopeId")
    .select(["auditLog.id", "at", "actor", "action", "subject", "before", "after", "raffles.codeId"])
    .orderBy("auditLog.id", "desc")
    .limit(CHANGES_A_PAGE + 1)
    .offset((page - 1) * CHANGES_A_PAGE)
    .execute();
  return { changes: rows.slice(0, CHANGES_A_PAGE), more: rows.length > CHANGES_A_PAGE };
}

// A list would be taken for an array of PostgreSQL, so that all of it goes as text.
function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
