import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import type { Earned } from "../counted-drops.ts";
import { dropsInSql } from "../drops.ts";
import { LISTED_FIELDS, type ListedField, PERSON_FIELDS } from "../fields.ts";
import { ENTRIES_PER_PAGE, LAST_PAGE } from "../limits.ts";
import type { Wish } from "../schema.ts";
import type { JudgedEntry } from "../standing/rules.ts";
import { isValidInSql } from "../valid-entry.ts";
import { type ListPlace, type NumberedPlace, readPlace, writePlace } from "./cursor.ts";
import { countEntries, type EntryTotals } from "./entry-counts.ts";
import { type EntryOrder, findsEvery } from "./filter.ts";
import { type EntrySearch, findEntries, inOrder, type WantedEntries } from "./search.ts";

/** An entry as the organiser's lists show it. */
export type ListedEntry = Readonly<Record<ListedField, string>> & {
  readonly id: string;
  readonly entryCode: string;
  readonly source: string;
  readonly doneRules: readonly string[];
  /** Rules that its entrant ticked, and the shop has to check. */
  readonly claimedRules: readonly string[];
  /** Drops that the ledger has of it, by rule. */
  readonly earned: Earned;
  readonly wishes: readonly Wish[];
  /** Whether every rule of the raffle is done. */
  readonly valid: boolean;
  /** The drops of its done rules. */
  readonly drops: number;
  /** Whether the organiser took it out of play. */
  readonly disqualified: boolean;
  readonly createdAt: Date;
};

export type EntryQuery = WantedEntries & {
  readonly order: EntryOrder;
  /** The entry after which the page begins: the `next` of the page before. */
  readonly after: string | null;
  /** The entry before which the page ends: the `previous` of the page after; `LAST_PAGE` for the end of the list. */
  readonly before: string | null;
  /** How many entries a page has: ENTRIES_PER_PAGE unless a program asks for another number. */
  readonly size?: number;
};

export type EntryPage = {
  readonly entries: readonly JudgedListEntry[];
  /** Where the next page begins, or null at the end. */
  readonly next: string | null;
  /** Where the page before ends, or null at the start. */
  readonly previous: string | null;
  /** The position of the page's first entry in the list, from 1; null if counting would cost too much. */
  readonly first: number | null;
  /** The number of matching entries, up to a maximum. */
  readonly matches: number;
  readonly moreMatches: boolean;
} & EntryTotals;

/**
 * One page of a raffle's entries, and their number. By last name they are sorted ignoring case and accents. Entries
 * that are not yet in the search index are included.
 *
 * Entries may come and go between two pages: then the numbers continue those of the page before.
 *
 * @returns an empty page if `after` is not a valid place
 */
export async function listEntries(db: Database, scope: OrganiserScope, query: EntryQuery): Promise<EntryPage> {
  return inSnapshot(db, async (reader) => {
    const backwards = query.before !== null;
    const named = query.before ?? query.after;
    const place = named === null || named === LAST_PAGE ? null : readPlace(named);
    const counted = await countEntries(reader, scope);
    const { size = ENTRIES_PER_PAGE } = query;
    const wanted = { ...query, place, backwards, limit: size + 1 };
    const found = await findEntries(reader, scope, wanted);
    const rows = await readListed(reader, scope, found.ids, wanted);
    // Where every entry matches, the total is already known.
    const isForAll = query.fragment === "" && findsEvery(query.filter);
    const matches = isForAll ? { matches: counted.total, moreMatches: false } : found.matches;
    return { ...pageOf(rows, { place, backwards, size }, matches), ...matches, ...counted };
  });
}

/** More would be no choice in a filter; who has them searches. */
const MOST_SOURCES = 100;

/** Where a raffle's entries came by, as far as they are counted. */
export async function listSources(reader: Reader, scope: OrganiserScope): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom("entryCounts")
    .select("key")
    .where("raffleId", "=", scope.raffleId)
    .where("kind", "=", "source")
    .where("key", "<>", "")
    .where("entries", ">", 0)
    .orderBy("key")
    .limit(MOST_SOURCES)
    .execute();
  return rows.map(({ key }) => key);
}

/** What the organiser's own pages show of an entry, besides what lists and webhooks say. */
export type JudgedListEntry = ListedEntry & Required<Pick<JudgedEntry, "disqualifiedFor" | "disqualifiedAt">>;

type Row = JudgedListEntry & ListPlace;

/** Makes the page of the rows. They are in reading order from the place; one extra row means that there are more. */
function pageOf(
  rows: readonly Row[],
  {
    place,
    backwards,
    size,
  }: { readonly place: NumberedPlace | null; readonly backwards: boolean; readonly size: number },
  { matches, moreMatches }: Pick<EntryPage, "matches" | "moreMatches">,
): Pick<EntryPage, "entries" | "next" | "previous" | "first"> {
  const walked = rows.slice(0, size);
  const entries = backwards ? walked.toReversed() : walked;
  const more = rows.length > size;
  const cameFrom = place !== null && entries.length > 0;
  const [hasNext, hasPrevious] = backwards ? [cameFrom, more] : [more, cameFrom];
  const first = numberOfFirst();
  const placeAt = (index: number) => {
    const entry = entries.at(index);
    const number = first === null ? null : first + (index < 0 ? entries.length + index : index);
    return entry ? writePlace({ nameKey: entry.nameKey, id: entry.id, number }) : null;
  };
  return {
    entries: entries.map(({ nameKey: _, ...entry }) => entry),
    next: hasNext ? placeAt(-1) : null,
    previous: hasPrevious ? placeAt(0) : null,
    first,
  };

  function numberOfFirst(): number | null {
    if (backwards ? !more : place === null) return 1;
    if (!backwards) return place?.number == null ? null : place.number + 1;
    if (place === null) return moreMatches ? null : matches - entries.length + 1;
    return place.number === null ? null : Math.max(1, place.number - entries.length);
  }
}

const LISTED_COLUMNS = sql.join(
  LISTED_FIELDS.map((name) => sql`${sql.ref(PERSON_FIELDS[name].column)} as ${sql.id(name)}`),
);

/** What lists and webhooks say of an entry of the table `entries`, as columns. */
export function listedInSql(raffleId: string): RawBuilder<unknown> {
  return sql`
    id, entry_code as "entryCode", ${LISTED_COLUMNS}, source, done_rules as "doneRules", claimed_rules as "claimedRules", earned, wishes, created_at as "createdAt",
    ${isValidInSql(raffleId)} as valid, disqualified_for is not null as disqualified,
    ${dropsInSql(raffleId)} as drops
  `;
}

/** Reads these entries in reading direction, at most one more than a page. */
async function readListed(
  reader: Reader,
  scope: OrganiserScope,
  ids: readonly string[],
  direction: Pick<EntrySearch, "order" | "backwards" | "limit">,
) {
  const { rows } = await sql<Row>`
    select * from (
      select ${listedInSql(scope.raffleId)}, disqualified_for as "disqualifiedFor", disqualified_at as "disqualifiedAt",
        fold_for_search(last_name) as name_key
      from entries where raffle_id = ${scope.raffleId} and id = any (${ids}::uuid[])
    ) as listed
    order by ${inOrder("id", direction)}
    limit ${direction.limit}
  `.execute(reader);
  return rows;
}
