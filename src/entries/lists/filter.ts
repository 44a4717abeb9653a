import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isId } from "#src/base/ids.ts";
import { searchFragment } from "../schema.ts";
import { isValidInSql } from "../valid-entry.ts";

/** What an entry can be asked for: that it did every rule, that it did not, that the organiser took it out of play. */
export const ENTRY_STATES = ["valid", "invalid", "disqualified"] as const;

/** Periods until now, in hours: these need no time zone, which "since yesterday" would. */
const HOURS = { day: 24, week: 168 } as const;

export const ENTRY_PERIODS = Object.keys(HOURS) as (keyof typeof HOURS)[];

/** By last name is the order of the lists, and the first of these. */
export const ENTRY_ORDERS = ["name", "newest", "oldest"] as const;

export type EntryOrder = (typeof ENTRY_ORDERS)[number];

/** Which entries are wanted; null asks for nothing. */
export type EntryFilter = {
  readonly state: (typeof ENTRY_STATES)[number] | null;
  /** The id of a rule that is not done. */
  readonly missing: string | null;
  /** Where the entry came by. */
  readonly source: string | null;
  /** The id of a prize that is wished for. */
  readonly prize: string | null;
  /** The period in which it was made. */
  readonly since: keyof typeof HOURS | null;
};

/** Finds every entry. */
export const EVERY_ENTRY: EntryFilter = { state: null, missing: null, source: null, prize: null, since: null };

/**
 * Reads the filter and the order of an address: state, missing, source, prize, since, sort. What is not known counts as
 * not asked for.
 */
export function readEntryFilter(asked: URLSearchParams): { readonly filter: EntryFilter; readonly order: EntryOrder } {
  const id = (name: string) => {
    const typed = asked.get(name) ?? "";
    return isId(typed) ? typed : null;
  };
  const filter = {
    state: ENTRY_STATES.find((state) => state === asked.get("state")) ?? null,
    missing: id("missing"),
    source: searchFragment(asked.get("source")) || null,
    prize: id("prize"),
    since: ENTRY_PERIODS.find((period) => period === asked.get("since")) ?? null,
  };
  return { filter, order: ENTRY_ORDERS.find((order) => order === asked.get("sort")) ?? "name" };
}

/** The address's part of a filter and an order: what `readEntryFilter` reads. */
export function writeEntryFilter(filter: EntryFilter, order: EntryOrder): URLSearchParams {
  const asked = Object.entries({ ...filter, sort: order === "name" ? null : order });
  return new URLSearchParams(asked.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

/** Whether a filter finds every entry. */
export function findsEvery(filter: EntryFilter): boolean {
  return Object.values(filter).every((value) => value === null);
}

/** How the two tables that entries are read from name what a filter asks for. */
const COLUMNS = {
  entries: {
    madeInMinute: sql`date_trunc('minute', created_at)`,
    wishesFor: (prize: string) => sql`wishes @> ${JSON.stringify([{ prizeId: prize, status: "Selected" }])}::jsonb`,
    isOutOfPlay: () => sql`disqualified_for is not null`,
  },
  entry_search: {
    madeInMinute: sql`made_in_minute`,
    wishesFor: (prize: string) => sql`${prize}::uuid = any (wished_prizes)`,
    isOutOfPlay: (raffleId: string) =>
      sql`entry_id in (select id from entries where raffle_id = ${raffleId} and disqualified_for is not null)`,
  },
} as const;

/** SQL for whether a row of the table is what the filter asks for. */
export function passesInSql(
  raffleId: string,
  { state, missing, source, prize, since }: EntryFilter,
  table: keyof typeof COLUMNS,
): RawBuilder<SqlBool> {
  const columns = COLUMNS[table];
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state === "valid") conditions.push(isValidInSql(raffleId));
  if (state === "invalid") conditions.push(sql`not (${isValidInSql(raffleId)})`);
  if (state === "disqualified") conditions.push(columns.isOutOfPlay(raffleId));
  if (missing !== null) conditions.push(sql`${missing}::uuid <> all (done_rules)`);
  if (source !== null) conditions.push(sql`source = ${source}`);
  if (prize !== null) conditions.push(columns.wishesFor(prize));
  if (since !== null) {
    conditions.push(sql`${columns.madeInMinute} >= now() - make_interval(hours => ${HOURS[since]}::int)`);
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
