import { type SqlBool, sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { newId, SITE_ID } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import {
  type AccountScope,
  type AdminScope,
  type ContactScope,
  type EntrantScope,
  type EventScope,
  type MemberScope,
  type OrganiserScope,
  type StaffScope,
  scopeIdOf,
} from "../scope.ts";
import type { AuditAction } from "./actions.ts";
import { boundedDetails, MAX_DETAILS } from "./audit-details.ts";

/** A change: its action, its subject (such as an entry code), the values before and after. */
export type Change = {
  readonly action: AuditAction;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The changed entry's id. When the entry is erased, these details are erased too. */
  readonly entryId?: string;
};

/** A change as stored in the log. `erasedAt` is the time its details were erased. */
export type RecordedChange = Omit<Change, "entryId" | "action"> & {
  /** An AuditAction, or one of another version of the site. */
  readonly action: string;
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly erasedAt: Date | null;
};

/** A change as admins see it. */
export type SiteChange = RecordedChange & { readonly codeId: string | null; readonly withheld: boolean };

/** An account that changes something of its own. */
export type AccountItself = AccountScope & { readonly actor: string };

/** The site as actor, for the automatic erasure that it promises. */
export type SiteItself = { readonly raffleId: string; readonly actor: "site" };

/** How many changes one page of the log shows. */
const CHANGES_PER_PAGE = 50;

/** The most bytes that bounded details can have: up to three UTF-8 bytes per character. */
const MAX_SHOWN_BYTES = 3 * MAX_DETAILS;

/** The actor's name for an entrant who changes or erases their own entry. */
const ENTRANT = "entrant";

const COLUMNS = [
  "auditLog.id",
  "auditLog.at",
  "auditLog.actor",
  "auditLog.action",
  "auditLog.subject",
  "auditLog.erasedAt",
] as const;

/**
 * The details of a row, short enough for a page of rows. Rows from before details were bounded can have a megabyte. For
 * those it returns each field's name, first 100 characters and length.
 */
function shownDetails(side: "before" | "after") {
  const column = sql.ref(side);
  return sql<unknown>`case
    when octet_length(${column}::text) <= ${MAX_SHOWN_BYTES} then ${column}
    when jsonb_typeof(${column}) = 'object'
      then (select jsonb_object_agg(key, left(value::text, 100) || ' … (' || length(value::text) || ')') from jsonb_each(${column}))
    else to_jsonb(left(${column}::text, 100) || ' …')
  end`;
}

/**
 * Appends a change to the audit log, in the transaction of the change itself: neither is stored without the other.
 * The database refuses to alter or remove rows, except for the erasures below.
 *
 * @param scope an organiser's or entrant's change belongs to the raffle or event; that of an admin or an account to the
 *   site
 * @param change must not contain a secret code; personal data only together with `entryId`
 * @returns the change's id in the log
 */
export async function recordChange(
  tx: Transaction,
  scope:
    | OrganiserScope
    | StaffScope
    | MemberScope
    | EventScope
    | AdminScope
    | EntrantScope
    | AccountItself
    | SiteItself,
  change: Change,
  clock: Clock,
): Promise<string> {
  const { action, subject, entryId = null } = change;
  const { before, after } = boundedDetails(change);
  const id = newId();
  await tx
    .insertInto("auditLog")
    .values({
      scopeId: "raffleId" in scope || "eventId" in scope ? scopeIdOf(scope) : SITE_ID,
      id,
      at: clock(),
      actor: "actor" in scope ? scope.actor : ENTRANT,
      action,
      subject,
      entryId,
      before: jsonOrNull(before),
      after: jsonOrNull(after),
    })
    .execute();
  // Entries notify nobody: pages for everybody do not show them.
  if (entryId === null && "raffleId" in scope) await notifyRaffleChange(tx, scope.raffleId);
  return id;
}

/**
 * Erases the logged details of entries, in the transaction that deletes the entries. Call it when their rows are locked
 * or deleted: then a concurrent edit is already in the log.
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

/** Erases the logged details of imported files, since organisers name files after people. */
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

/** The organisers' changes of an entry, the earliest first, for its own entrant. They do not say who made them. */
export async function readEntryChanges(
  reader: Reader,
  scope: ContactScope,
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
  const scopeId = scopeIdOf(scope);
  const ids = await idsOf(idsOfPage(reader, page).where("scopeId", "=", scopeId));
  const rows = await reader
    .selectFrom("auditLog")
    .select(COLUMNS)
    .select([shownDetails("before").as("before"), shownDetails("after").as("after")])
    .where("scopeId", "=", scopeId)
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  return { changes: rows.slice(0, CHANGES_PER_PAGE), more: rows.length > CHANGES_PER_PAGE };
}

/**
 * One page of all changes by organisers and admins, the latest first, with the raffle's code if there is one.
 * Details of entries are for the raffle's organiser only; here they are empty and marked `withheld`.
 */
export async function readWholeAuditLog(
  reader: Reader,
  _scope: AdminScope,
  page: number,
): Promise<{ changes: SiteChange[]; more: boolean }> {
  const ids = await idsOf(idsOfPage(reader, page));
  const rows = await reader
    .selectFrom("auditLog")
    .leftJoin("raffles", "raffles.id", "auditLog.scopeId")
    .select([...COLUMNS, "raffles.codeId"])
    .select([shownDetails("before").as("before"), shownDetails("after").as("after")])
    .select(sql<boolean>`(entry_id is not null or action = 'import-entries')`.as("isPersonal"))
    .where("auditLog.id", "in", ids)
    .orderBy("auditLog.id", "desc")
    .execute();
  const changes = rows.slice(0, CHANGES_PER_PAGE).map(({ isPersonal, ...change }) => {
    const withheld = isPersonal && change.subject !== "";
    return withheld ? { ...change, subject: "", before: null, after: null, withheld } : { ...change, withheld };
  });
  return { changes, more: rows.length > CHANGES_PER_PAGE };
}

/**
 * The ids of a page's changes and of one more. What is skipped is read by the index alone: the details of the changes
 * before the page took longer than all else. In a statement of its own, as a sharded database joins no part of a table.
 */
function idsOfPage(reader: Reader, page: number) {
  const size = CHANGES_PER_PAGE;
  return reader
    .selectFrom("auditLog")
    .select("id")
    .orderBy("id", "desc")
    .limit(size + 1)
    .offset((page - 1) * size);
}

async function idsOf(query: ReturnType<typeof idsOfPage>): Promise<string[]> {
  const rows = await query.execute();
  // No id is this one: a list in SQL must not be empty.
  return rows.length > 0 ? rows.map(({ id }) => id) : [SITE_ID];
}

// Sends JSON as text: the driver would turn a list into a PostgreSQL array.
function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
