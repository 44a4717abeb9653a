import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { type AlikeSignal, findAlikePeople } from "./alike-people.ts";
import { CHECKED_PER_PAGE, type CheckedEntry, type CheckedPage, checkedColumns } from "./checked-entry.ts";
import { isDisposable } from "./disposable-mail.ts";

/**
 * What entries can have in common: they may be of one person, or have a mail service for minutes, or came as a burst
 * from one network or kind of browser. The latter two say the least: a shop's own network is shared by its customers.
 */
export const LOOK_ALIKE_KINDS = ["person", "mail", "network", "device"] as const;

export type LookAlikeKind = (typeof LOOK_ALIKE_KINDS)[number];

/** Entries that have something in common which is worth a look. It says nothing of whether they are honest. */
export type LookAlikes = {
  readonly kind: LookAlikeKind;
  /** What they have in common, as addresses name it: a hash, a mail domain, or the id of a person's first entry. */
  readonly key: string;
  /** How many they are. */
  readonly entries: number;
  /** The most that came within ten minutes, for a burst. */
  readonly burst: number | null;
  /** Why they may be of one person. */
  readonly signals: readonly AlikeSignal[];
  /** The first entries of the group, the oldest first. */
  readonly shown: readonly CheckedEntry[];
};

/** A group whose entries are still to be read. */
type Group = Omit<LookAlikes, "signals" | "shown">;

/** The groups of a page. */
export type LookAlikesPage = {
  readonly groups: readonly LookAlikes[];
  /** The `after` of the next page; null at the end. */
  readonly next: string | null;
  /** Whether all entries were compared. */
  readonly complete: boolean;
};

/** The number of groups on one page. */
const GROUPS_PER_PAGE = 10;

/** A family enters within minutes from its home, and seldom more than four of it. */
const BURST = 5;
const BURST_SPAN = sql`interval '10 minutes'`;

/** How many mail domains one page looks through; the next page goes on after them. */
const MAX_DOMAINS = 5000;

/** The column of the search index that entries of a kind have in common. */
const COLUMNS: Readonly<Record<Exclude<LookAlikeKind, "person">, RawBuilder<unknown>>> = {
  network: sql`network_hash`,
  device: sql`device_hash`,
  mail: sql`mail_domain`,
};

const HASH = /^[0-9a-f]{16}$/;

/**
 * One page of a raffle's groups of one kind. It reads the copies that the lists read, so that entries of the last
 * seconds may be missing.
 *
 * @param after the `next` of the page before
 * @param shown how many entries of each group are read
 */
export async function listLookAlikes(
  reader: Reader,
  scope: OrganiserScope,
  kind: LookAlikeKind,
  { after, shown }: { readonly after: string | null; readonly shown: number },
): Promise<LookAlikesPage> {
  if (after !== null && !isKey(kind, after)) return { groups: [], next: null, complete: true };
  if (kind === "person") return listPeople(reader, scope, after, shown);
  const page = kind === "mail" ? listDisposable(reader, scope, after ?? "") : listBursts(reader, scope, kind, after);
  const { groups, next } = await page;
  const keys = groups.map(({ key }) => key);
  const rows = await readMembers(reader, scope, { kind, keys, after: null, limit: shown });
  const members = Map.groupBy(rows, (row) => row.key);
  return {
    groups: groups.map((group) => ({ ...group, signals: [], shown: members.get(group.key) ?? [] })),
    next,
    complete: true,
  };
}

/** People are compared as a whole, since one's entries may have nothing in common but a third. */
async function listPeople(reader: Reader, scope: OrganiserScope, after: string | null, shown: number) {
  const found = await findAlikePeople(reader, scope);
  const from = after === null ? 0 : found.groups.findIndex(({ key }) => key === after) + 1;
  const groups = found.groups.slice(from, from + GROUPS_PER_PAGE);
  const first = groups.flatMap(({ ids }) => ids.slice(0, shown));
  const read = await readEntries(reader, scope, first);
  return {
    groups: groups.map(({ key, ids, signals }): LookAlikes => {
      const entries = ids.slice(0, shown).flatMap((id) => read.get(id) ?? []);
      return { kind: "person", key, entries: ids.length, burst: null, signals, shown: entries };
    }),
    next: from + GROUPS_PER_PAGE < found.groups.length ? (groups.at(-1)?.key ?? null) : null,
    complete: found.complete,
  };
}

/** Entries of a raffle by their ids; those that are gone are missing. */
export async function readEntries(
  reader: Reader,
  scope: OrganiserScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CheckedEntry>> {
  const { rows } = await sql<CheckedEntry>`
    select ${checkedColumns(scope)} from entries where raffle_id = ${scope.raffleId} and id = any (${[...ids]}::uuid[])
  `.execute(reader);
  return new Map(rows.map((entry) => [entry.id, entry]));
}

/**
 * A network's burst counts whatever else came. A kind of browser is shared by many strangers: its burst counts if it
 * was at least half of all that came meanwhile.
 */
async function listBursts(
  reader: Reader,
  { raffleId }: OrganiserScope,
  kind: "network" | "device",
  after: string | null,
) {
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
  const { rows } = await sql<Group>`
    with many as (
      select ${column} as hash, count(*) as entries from entry_search
      where raffle_id = ${raffleId} and ${column} > ${`\\x${after ?? ""}`}::bytea
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
  const groups = rows.slice(0, GROUPS_PER_PAGE);
  return { groups, next: rows.length > GROUPS_PER_PAGE ? (groups.at(-1)?.key ?? null) : null };
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
  const { rows: groups } = await sql<Group>`
    select 'mail' as kind, mail_domain as key, count(*)::int as entries, null as burst
    from entry_search where raffle_id = ${raffleId} and mail_domain = any(${shown}::text[])
    group by mail_domain order by mail_domain
  `.execute(reader);
  const last = found.length > shown.length ? shown.at(-1) : rows.length === MAX_DOMAINS ? rows.at(-1)?.domain : null;
  return { groups, next: last ?? null };
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
  if (kind === "person") return readPerson(reader, scope, key, after);
  const rows = await readMembers(reader, scope, { kind, keys: [key], after, limit: CHECKED_PER_PAGE + 1 });
  const entries = rows.slice(0, CHECKED_PER_PAGE);
  return { entries, next: rows.length > CHECKED_PER_PAGE ? (entries.at(-1)?.id ?? null) : null };
}

async function readPerson(reader: Reader, scope: OrganiserScope, key: string, after: string | null) {
  const { groups } = await findAlikePeople(reader, scope);
  // The first of the group may have been deleted since; then the group is named by another.
  const ids = groups.find((group) => group.ids.includes(key))?.ids ?? [];
  const from = after === null ? 0 : ids.findIndex((id) => id > after);
  const shown = from < 0 ? [] : ids.slice(from, from + CHECKED_PER_PAGE);
  const read = await readEntries(reader, scope, shown);
  const next = from >= 0 && from + CHECKED_PER_PAGE < ids.length ? (shown.at(-1) ?? null) : null;
  return { entries: shown.flatMap((id) => read.get(id) ?? []), next };
}

type Members = {
  readonly kind: Exclude<LookAlikeKind, "person">;
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
  if (kind === "person") return isId(key);
  return kind === "mail" ? key.length <= 254 && !key.includes("\u0000") : HASH.test(key);
}
