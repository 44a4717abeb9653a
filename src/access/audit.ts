import { type SqlBool, sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { newId, SITE_ID } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { type AdminScope, type EntrantScope, type EventScope, type OrganiserScope, scopeIdOf } from "./scope.ts";

/** What was changed, in words for the desk (`update-entry`, an entry code) and as it stood before and after. */
export type Change = {
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The entry that it was of: with the entry, what is said of it here goes. */
  readonly entryId?: string;
};

/** A change as the log holds it; `erasedAt` says when its details were erased. */
export type RecordedChange = Omit<Change, "entryId"> & {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly erasedAt: Date | null;
};

/** A change as admins see it. */
export type SiteChange = RecordedChange & { readonly codeId: string | null; readonly withheld: boolean };

/** The site itself, where nobody asked for a change but the promise to erase. */
export type SiteItself = { readonly raffleId: string; readonly actor: "site" };

/** How many changes one page of the log shows. */
const CHANGES_A_PAGE = 50;

/** All that is said of an entrant who erases their own entry. */
const ENTRANT = "entrant";

const COLUMNS = [
  "auditLog.id",
  "auditLog.at",
  "auditLog.actor",
  "auditLog.action",
  "auditLog.subject",
  "auditLog.before",
  "auditLog.after",
  "auditLog.erasedAt",
] as const;

/**
 * Appends a change to the audit log, in the transaction of the change itself: neither is stored without the other.
 * The database refuses to alter or remove what is there, but for `eraseEntryChanges`.
 *
 * @param scope an organiser's or entrant's change is of the raffle; an admin's is of the site
 * @param change nothing of it may be a code that opens something, or tell of a person without naming the entry
 */
export async function recordChange(
  tx: Transaction,
  scope: OrganiserScope | EventScope | AdminScope | EntrantScope | SiteItself,
  change: Change,
  clock: Clock,
): Promise<void> {
  const { action, subject, entryId = null } = change;
  await tx
    .insertInto("auditLog")
    .values({
      scopeId: "raffleId" in scope || "eventId" in scope ? scopeIdOf(scope) : SITE_ID,
      id: newId(),
      at: clock(),
      actor: "actor" in scope ? scope.actor : ENTRANT,
      action,
      subject,
      entryId,
      before: jsonOrNull(change.before),
      after: jsonOrNull(change.after),
    })
    .execute();
}

/**
 * Erases what the log says of entries that go, in the transaction in which they do. Call it when their rows are locked
 * or deleted: an edit under way is then in the log already.
 */
export async function eraseEntryChanges(
  tx: Transaction,
  raffleId: string,
  entryIds: readonly string[],
  clock: Clock,
): Promise<void> {
  if (entryIds.length === 0) return;
  await eraseChanges(tx, raffleId, sql<SqlBool>`entry_id = any(${[...entryIds]}::uuid[])`, clock);
}

/** Erases what the log has of files of entries: organisers name files after people. */
export async function eraseImportChanges(tx: Transaction, raffleId: string, clock: Clock): Promise<void> {
  await eraseChanges(tx, raffleId, sql<SqlBool>`action = 'import-entries'`, clock);
}

async function eraseChanges(tx: Transaction, raffleId: string, which: ReturnType<typeof sql<SqlBool>>, clock: Clock) {
  await tx
    .updateTable("auditLog")
    .set({ before: null, after: null, subject: "", erasedAt: clock() })
    .where("scopeId", "=", raffleId)
    .where("erasedAt", "is", null)
    .where(which)
    .execute();
}

/** What organisers changed of an entry, the earliest first, as its own entrant may know it: not who did. */
export async function readEntryChanges(
  reader: Reader,
  scope: EntrantScope,
): Promise<Pick<RecordedChange, "at" | "action" | "before" | "after">[]> {
  return reader
    .selectFrom("auditLog")
    .select(["at", "action", "before", "after"])
    .where("scopeId", "=", scope.raffleId)
    .where("entryId", "=", scope.entryId)
    .orderBy("id")
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
    .select(COLUMNS)
    .where("scopeId", "=", scopeIdOf(scope))
    .orderBy("id", "desc")
    .limit(CHANGES_A_PAGE + 1)
    .offset((page - 1) * CHANGES_A_PAGE)
    .execute();
  return { changes: rows.slice(0, CHANGES_A_PAGE), more: rows.length > CHANGES_A_PAGE };
}

/**
 * One page of everything that organisers and admins changed, the latest first, with the raffle's code where it has one.
 * What is said of entries and their people is for the raffle's organiser alone, and `withheld` here.
 */
export async function readWholeAuditLog(
  reader: Reader,
  _scope: AdminScope,
  page: number,
): Promise<{ changes: SiteChange[]; more: boolean }> {
  const rows = await reader
    .selectFrom("auditLog")
    .leftJoin("raffles", "raffles.id", "auditLog.scopeId")
    .select([...COLUMNS, "raffles.codeId"])
    .select(sql<boolean>`(entry_id is not null or action = 'import-entries')`.as("isPersonal"))
    .orderBy("auditLog.id", "desc")
    .limit(CHANGES_A_PAGE + 1)
    .offset((page - 1) * CHANGES_A_PAGE)
    .execute();
  const changes = rows.slice(0, CHANGES_A_PAGE).map(({ isPersonal, ...change }) => {
    const withheld = isPersonal && change.subject !== "";
    return withheld ? { ...change, subject: "", before: null, after: null, withheld } : { ...change, withheld };
  });
  return { changes, more: rows.length > CHANGES_A_PAGE };
}

// A list would be taken for an array of PostgreSQL, so that all of it goes as text.
function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
