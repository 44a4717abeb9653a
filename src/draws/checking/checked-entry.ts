import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { CODE_FORMATS, typedCode } from "#src/base/code-formats.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { JudgedEntry } from "#src/entries/standing/rules.ts";
import { isValidInSql } from "#src/entries/valid-entry.ts";

/** An entry as its organiser checks it. */
export type CheckedEntry = {
  readonly id: string;
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly createdAt: Date;
  /** Whether every rule of the raffle is done. */
  readonly valid: boolean;
} & Required<Omit<JudgedEntry, "hasWonBefore">>;

/** One page of entries, and the `after` of the next page; null at the end. */
export type CheckedPage = { readonly entries: readonly CheckedEntry[]; readonly next: string | null };

/** How many entries one page shows. */
export const CHECKED_PER_PAGE = 50;

/** SQL for the columns of a `CheckedEntry`, of the table `entries`. */
export function checkedColumns({ raffleId }: OrganiserScope): RawBuilder<unknown> {
  return sql`entries.id, entry_code as "entryCode", first_name as "firstName", last_name as "lastName", address, phone, email,
    created_at as "createdAt", ${isValidInSql(raffleId)} as valid, disqualified_for as "disqualifiedFor",
    disqualified_at as "disqualifiedAt", done_rules as "doneRules", claimed_rules as "claimedRules", earned, wishes`;
}

/** The raffle's entry with a typed code, if there is one. */
export async function findChecked(reader: Reader, scope: OrganiserScope, typed: string): Promise<CheckedEntry | null> {
  const entryCode = typedCode(typed);
  if (!CODE_FORMATS.entry.test(entryCode)) return null;
  const { rows } = await sql<CheckedEntry>`
    select ${checkedColumns(scope)} from entries
    where raffle_id = ${raffleIdForLookup(reader, scope.raffleId)} and entry_code = ${entryCode}
  `.execute(reader);
  return rows[0] ?? null;
}

/**
 * One page of a raffle's disqualified entries, the oldest first.
 *
 * @param after the `next` of the page before
 */
export async function listDisqualified(
  reader: Reader,
  scope: OrganiserScope,
  after: string | null,
): Promise<CheckedPage> {
  const place = after !== null && isId(after) ? after : "00000000-0000-0000-0000-000000000000";
  const { rows } = await sql<CheckedEntry>`
    select ${checkedColumns(scope)} from entries
    where raffle_id = ${scope.raffleId} and disqualified_for is not null and id > ${place}
    order by id limit ${CHECKED_PER_PAGE + 1}
  `.execute(reader);
  const entries = rows.slice(0, CHECKED_PER_PAGE);
  return { entries, next: rows.length > CHECKED_PER_PAGE ? (entries.at(-1)?.id ?? null) : null };
}
