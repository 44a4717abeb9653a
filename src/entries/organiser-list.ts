import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { countEntries } from "./entry-counts.ts";
import { findEntries } from "./entry-search.ts";
import { type ListPlace, readPlace, writePlace } from "./list-place.ts";
import type { Wish } from "./schema.ts";

/** How many entries one page of the organiser's lists shows. */
const ENTRIES_A_PAGE = 50;

/** An entry as the organiser's lists show it. */
export type ListedEntry = {
  readonly id: string;
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly source: string;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  /** Whether every rule of the raffle is done. */
  readonly valid: boolean;
};

export type EntryQuery = {
  /** A fragment of a name, e-mail, phone, address or entry code, in any case; empty finds all. */
  readonly fragment: string;
  /** Whether the fragment may also be of the source. */
  readonly withSource: boolean;
  /** The entry after which the page begins: the `next` of the page before. */
  readonly after: string | null;
};

export type EntryPage = {
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins, or null at the end. */
  readonly next: string | null;
  /** Entries that match, or the most that are counted. */
  readonly matches: number;
  readonly moreMatches: boolean;
  readonly total: number;
  readonly valid: number;
};

/**
 * One page of a raffle's entries by last name in any case and with any accents, and how many there are: all that are
 * stored, also those that the search index does not hold yet.
 *
 * @returns an empty page where `after` is no place of this list
 */
export async function listEntries(db: Database, scope: OrganiserScope, query: EntryQuery): Promise<EntryPage> {
  return inSnapshot(db, async (reader) => {
    const place = query.after === null ? null : readPlace(query.after);
    const counted = await countEntries(reader, scope);
    const found = await findEntries(reader, scope, { ...query, place, limit: ENTRIES_A_PAGE + 1 });
    const rows = await readListed(reader, scope, found.ids);
    const last = rows.length > ENTRIES_A_PAGE ? rows[ENTRIES_A_PAGE - 1] : undefined;
    return {
      entries: rows.slice(0, ENTRIES_A_PAGE).map(({ nameKey: _, ...entry }) => entry),
      next: last ? writePlace(last) : null,
      // Without a fragment every entry matches, and all of them are counted already.
      ...(query.fragment === "" ? { matches: counted.total, moreMatches: false } : found.matches),
      ...counted,
    };
  });
}

/** The first of these entries by name, one more than a page. */
async function readListed(reader: Reader, scope: OrganiserScope, ids: readonly string[]) {
  const { rows } = await sql<ListedEntry & ListPlace>`
    select id, entry_code as "entryCode", first_name as "firstName", last_name as "lastName", address, phone, email,
      source, done_rules as "doneRules", wishes, fold_for_search(last_name) as "nameKey",
      done_rules @> array(select rules.id from rules where rules.raffle_id = ${scope.raffleId}) as valid
    from entries
    where raffle_id = ${scope.raffleId} and id = any (${ids}::uuid[])
    order by "nameKey", id
    limit ${ENTRIES_A_PAGE + 1}
  `.execute(reader);
  return rows;
}
