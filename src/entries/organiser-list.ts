import { type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Wish } from "./schema.ts";

/** How many entries one page of the organiser's lists shows. */
const ENTRIES_A_PAGE = 50;

/** Counting further costs more than anybody gains from it: what is more is said as "1,000+". */
const MOST_COUNTED = 1000;

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

// The rules that an entry has done, of those that the raffle still has.
const isValid = sql<SqlBool>`(
  select count(*) from rules where rules.raffle_id = entries.raffle_id and not (rules.id = any (entries.done_rules))
) = 0`;

/**
 * One page of a raffle's entries by last name in any case, and how many there are.
 *
 * @returns an empty page where `after` is no place of this list
 */
export async function listEntries(reader: Reader, scope: OrganiserScope, query: EntryQuery): Promise<EntryPage> {
  const ofRaffle = reader.selectFrom("entries").where("raffleId", "=", scope.raffleId);
  const matching = query.fragment === "" ? ofRaffle : ofRaffle.where(matches(query));
  const place = query.after === null ? null : readPlace(query.after);
  const [rows, counted, all] = await Promise.all([
    (place === null ? matching : matching.where(isAfter(place)))
      .select([
        "id",
        "entryCode",
        "firstName",
        "lastName",
        "address",
        "phone",
        "email",
        "source",
        "doneRules",
        "wishes",
      ])
      .select([isValid.as("valid"), sql<string>`lower(entries.last_name)`.as("sortKey")])
      .orderBy(sql`lower(entries.last_name)`)
      .orderBy("id")
      .limit(ENTRIES_A_PAGE + 1)
      .execute(),
    reader
      .selectFrom(
        matching
          .select("id")
          .limit(MOST_COUNTED + 1)
          .as("found"),
      )
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    ofRaffle
      .select(({ fn }) => [fn.countAll<number>().as("total"), fn.countAll<number>().filterWhere(isValid).as("valid")])
      .executeTakeFirstOrThrow(),
  ]);
  const shown = rows.slice(0, ENTRIES_A_PAGE);
  const last = rows.length > ENTRIES_A_PAGE ? shown.at(-1) : undefined;
  return {
    entries: shown.map(({ sortKey: _, wishes, valid, ...entry }) => ({
      ...entry,
      valid: Boolean(valid),
      wishes: wishes as unknown as Wish[],
    })),
    next: last ? writePlace({ sortKey: last.sortKey, id: last.id }) : null,
    matches: Math.min(counted.count, MOST_COUNTED),
    moreMatches: counted.count > MOST_COUNTED,
    total: all.total,
    valid: all.valid,
  };
}

function matches({ fragment, withSource }: EntryQuery) {
  // In LIKE these three mean something else than themselves.
  const pattern = `%${fragment.replace(/[\\%_]/g, "\\$&")}%`;
  const source = withSource ? sql`, source` : sql``;
  return sql<SqlBool>`concat_ws(
    ' ', first_name, last_name, first_name, email, phone, phone_key, address, entry_code ${source}
  ) ilike ${pattern}`;
}

type Place = { readonly sortKey: string; readonly id: string };

function isAfter({ sortKey, id }: Place) {
  return sql<SqlBool>`(lower(entries.last_name), entries.id) > (${sortKey}, ${id}::uuid)`;
}

function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify([place.sortKey, place.id])).toString("base64url");
}

const NOWHERE: Place = { sortKey: "\u{10ffff}", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readPlace(after: string): Place {
  try {
    const [sortKey, id]: unknown[] = JSON.parse(Buffer.from(after, "base64url").toString("utf8"));
    const isPlace = typeof sortKey === "string" && !sortKey.includes("\u0000") && typeof id === "string" && ID.test(id);
    return isPlace ? { sortKey, id } : NOWHERE;
  } catch {
    // An address that somebody typed or cut short.
    return NOWHERE;
  }
}
