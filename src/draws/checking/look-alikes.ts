import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { CHECKED_PER_PAGE, type CheckedEntry, type CheckedPage, checkedColumns } from "./checked-entry.ts";
import { isDisposable } from "./disposable-mail.ts";

/** What entries can have in common: name and address, a burst from one network or kind of browser, a mail service. */
export const LOOK_ALIKE_KINDS = ["person", "network", "device", "mail"] as const;

export type LookAlikeKind = (typeof LOOK_ALIKE_KINDS)[number];

/** Entries that have something in common which is worth a look. It says nothing of whether they are honest. */
export type LookAlikes = {
  readonly kind: LookAlikeKind;
  /** What they have in common, as addresses name it: a hash, or a mail domain. */
  readonly key: string;
  /** How many they are. */
  readonly entries: number;
  /** The most that came within ten minutes, for a burst. */
  readonly burst: number | null;
};

/** The number of groups on one page. */
const GROUPS_PER_PAGE = 10;

/** A family enters within minutes from its home, and seldom more than four of it. */
const BURST = 5;
const BURST_SPAN = sql`interval '10 minutes'`;

/** How many mail domains one page looks through; the next page goes on after them. */
const MAX_DOMAINS = 5000;

/** The column of the search index that entries of a kind have in common. */
const COLUMNS: Readonly<Record<LookAlikeKind, RawBuilder<unknown>>> = {
  person: sql`alike`,
  network: sql`network_hash`,
  device: sql`device_hash`,
  mail: sql`mail_domain`,
};

const HASH = /^[0-9a-f]{16}$/;

/**
 * One page of a raffle's groups of one kind, in no meaningful order. It reads an index of the copies that the lists
 * read, so that entries of the last moments may be missing.
 *
 * @param after the `next` of the page before
 */
export async function listLookAlikes(
  reader: Reader,
  scope: OrganiserScope,
  kind: LookAlikeKind,
  after: string | null,
): Promise<{ readonly groups: readonly LookAlikes[]; readonly next: string | null }> {
  if (after !== null && !isKey(kind, after)) return { groups: [], next: null };
  if (kind === "mail") return listDisposable(reader, scope, after ?? "");
  const found = await (kind === "person" ? findPersons : findBursts)(reader, scope, kind, `\\x${after ?? ""}`);
  const groups = found.slice(0, GROUPS_PER_PAGE);
  return { groups, next: found.length > GROUPS_PER_PAGE ? (groups.at(-1)?.key ?? null) : null };
}

async function findPersons(reader: Reader, { raffleId }: OrganiserScope, kind: LookAlikeKind, after: string) {
  const { rows } = await sql<LookAlikes>`
    select ${kind} as kind, encode(alike, 'hex') as key, count(*)::int as entries, null as burst
    from entry_search where raffle_id = ${raffleId} and alike > ${after}::bytea
    group by alike having count(*) > 1 order by alike limit ${GROUPS_PER_PAGE + 1}
  `.execute(reader);
  return rows;
}

/**
 * A network's burst counts whatever else came. A kind of browser is shared by many strangers: its burst counts if it
 * was at least half of all that came meanwhile.
 */
async function findBursts(reader: Reader, { raffleId }: OrganiserScope, kind: LookAlikeKind, after: string) {
  const column = COLUMNS[kind];
  const isNotable =
    kind === "network"
      ? sql`true`
      : sql`2 * burst.size >= (
          select sum(entries) from entry_counts
          where entry_counts.raffle_id = ${raffleId} and entry_counts.kind = 'minute'
            and entry_counts.key between ${minuteKey(sql`burst.until - ${BURST_SPAN}`)} and ${minuteKey(sql`burst.until`)}
        )`;
  // The groups come in the order of the index, and the limit ends the walk along it.
  const { rows } = await sql<LookAlikes>`
    with many as (
      select ${column} as hash, count(*) as entries from entry_search
      where raffle_id = ${raffleId} and ${column} > ${after}::bytea
      group by ${column} having count(*) >= ${BURST}
    )
    select ${kind} as kind, encode(many.hash, 'hex') as key, many.entries::int as entries, burst.size::int as burst
    from many, lateral (
      select made_in_minute as until,
        count(*) over (order by made_in_minute range between ${BURST_SPAN} preceding and current row) as size
      from entry_search where raffle_id = ${raffleId} and ${column} = many.hash
      order by size desc limit 1
    ) as burst
    where burst.size >= ${BURST} and ${isNotable}
    order by many.hash limit ${GROUPS_PER_PAGE + 1}
  `.execute(reader);
  return rows;
}

/** A minute as `entry_counts` names it. */
function minuteKey(minute: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char((${minute}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
}

async function listDisposable(reader: Reader, { raffleId }: OrganiserScope, after: string) {
  // Jumps from one domain to the next in the index: most entries share some few.
  const { rows } = await sql<{ domain: string }>`
    with recursive domains as (
      (select mail_domain as domain from entry_search
        where raffle_id = ${raffleId} and mail_domain > ${after} order by mail_domain limit 1)
      union all
      select (select mail_domain from entry_search
        where raffle_id = ${raffleId} and mail_domain > domains.domain order by mail_domain limit 1)
      from domains where domains.domain is not null
    )
    select domain from domains where domain is not null limit ${MAX_DOMAINS}
  `.execute(reader);
  const found = rows.map((row) => row.domain).filter(isDisposable);
  const shown = found.slice(0, GROUPS_PER_PAGE);
  const { rows: groups } = await sql<LookAlikes>`
    select 'mail' as kind, mail_domain as key, count(*)::int as entries, null as burst
    from entry_search where raffle_id = ${raffleId} and mail_domain = any(${shown}::text[])
    group by mail_domain order by mail_domain
  `.execute(reader);
  const last = found.length > shown.length ? shown.at(-1) : rows.length === MAX_DOMAINS ? rows.at(-1)?.domain : null;
  return { groups, next: last ?? null };
}

/**
 * The first entries of several groups of one kind.
 *
 * @param limit how many of each group
 * @returns the entries by the group's key, the oldest first
 */
export async function readLookAlikes(
  reader: Reader,
  scope: OrganiserScope,
  kind: LookAlikeKind,
  keys: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly CheckedEntry[]>> {
  const rows = await readMembers(reader, scope, { kind, keys, after: null, limit });
  return Map.groupBy(rows, (row) => row.key);
}

/**
 * One page of one group, the oldest entries first.
 *
 * @param after the `next` of the page before
 * @returns no entries for a key that no group has
 */
export async function readLookAlike(
  reader: Reader,
  scope: OrganiserScope,
  { kind, key, after }: { readonly kind: LookAlikeKind; readonly key: string; readonly after: string | null },
): Promise<CheckedPage> {
  if (!isKey(kind, key)) return { entries: [], next: null };
  const rows = await readMembers(reader, scope, { kind, keys: [key], after, limit: CHECKED_PER_PAGE + 1 });
  const entries = rows.slice(0, CHECKED_PER_PAGE);
  return { entries, next: rows.length > CHECKED_PER_PAGE ? (entries.at(-1)?.id ?? null) : null };
}

type Members = {
  readonly kind: LookAlikeKind;
  readonly keys: readonly string[];
  /** The entry before the first one. */
  readonly after: string | null;
  readonly limit: number;
};

async function readMembers(reader: Reader, scope: OrganiserScope, { kind, keys, after, limit }: Members) {
  const column = COLUMNS[kind];
  const sent = kind === "mail" ? sql`sent.key` : sql`decode(sent.key, 'hex')`;
  const beyond =
    after !== null && isId(after)
      ? sql`and (made_in_minute, entry_id) > (
          select made_in_minute, entry_id from entry_search where raffle_id = ${scope.raffleId} and entry_id = ${after}
        )`
      : sql``;
  const { rows } = await sql<CheckedEntry & { readonly key: string }>`
    select sent.key, ${checkedColumns(scope)}
    from unnest(${keys}::text[]) with ordinality as sent (key, place), lateral (
      select made_in_minute, entry_id from entry_search
      where raffle_id = ${scope.raffleId} and ${column} = ${sent} ${beyond}
      order by made_in_minute, entry_id limit ${limit}
    ) as member
    join entries on entries.raffle_id = ${scope.raffleId} and entries.id = member.entry_id
    order by sent.place, made_in_minute, entry_id
  `.execute(reader);
  return rows;
}

function isKey(kind: LookAlikeKind, key: string): boolean {
  return kind === "mail" ? key.length <= 254 && !key.includes("\u0000") : HASH.test(key);
}
