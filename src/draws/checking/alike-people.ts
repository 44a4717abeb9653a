import { type RawBuilder, sql } from "kysely";
import type { SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { type AlikeName, alikeName, areAlikeNames } from "#src/entries/alike/names.ts";
import { alikePhone, isOneSlip } from "#src/entries/alike/phones.ts";

/**
 * Why entries may be of one person: one mailbox, names alike at one address, or names alike and phones a slip apart.
 */
export const ALIKE_SIGNALS = ["mailbox", "address", "phone"] as const;

export type AlikeSignal = (typeof ALIKE_SIGNALS)[number];

/** Entries that may be of one person. */
export type AlikePeople = {
  /** The id of the first of them. */
  readonly key: string;
  /** The oldest first. */
  readonly ids: readonly string[];
  /** Why; in the order of `ALIKE_SIGNALS`. */
  readonly signals: readonly AlikeSignal[];
};

export type FoundPeople = {
  /** Those with the most signals first, and of them the oldest. */
  readonly groups: readonly AlikePeople[];
  /** Whether all entries that could be alike were compared. */
  readonly complete: boolean;
};

/** Who compares: an organiser, who adds an entry, or the site that locks a list. */
type CheckScope = OrganiserScope | StaffScope | SiteItself;

/** A column of the search index that entries of one person have in common. */
type Shared = {
  readonly column: string;
  readonly signal: AlikeSignal;
  /** Whether all that share it are alike; of others the names or the phones are compared. */
  readonly isProof: boolean;
};

const SHARED: readonly Shared[] = [
  { column: "mailbox_key", signal: "mailbox", isProof: true },
  // The same name and address but for capitals, accents, blanks and punctuation.
  { column: "alike", signal: "address", isProof: true },
  { column: "home_key", signal: "address", isProof: false },
  { column: "phone_head_key", signal: "phone", isProof: false },
  { column: "phone_tail_key", signal: "phone", isProof: false },
];

/** More at one address means that it is none: "Manila". Then names are not compared, each with each. */
const MAX_COMPARED_EACH = 50;

/**
 * The maximum of entries that are read for one column, so that a raffle made to be slow costs no more than a large one.
 */
const MAX_CANDIDATES = 50_000;

/**
 * Finds entries that may be of one person, though they are written in different ways. It reads the copies that lists
 * read, so that entries of the last seconds may be missing. It says nothing of whether people are honest.
 *
 * @param among how many entries each column is searched among; null for all
 */
export async function findAlikePeople(
  reader: Reader,
  scope: CheckScope,
  among: number | null = null,
): Promise<FoundPeople> {
  const candidates = await readAllCandidates(reader, scope, among);
  const compared = SHARED.flatMap(({ isProof }, place) => (isProof ? [] : (candidates[place] ?? [])));
  const people = await readPeople(reader, scope, new Set(compared.map(({ id }) => id)));
  const groups = new Groups();
  for (const [place, { signal, isProof }] of SHARED.entries()) {
    for (const ids of Map.groupBy(candidates[place] ?? [], ({ key }) => key).values()) {
      for (const [one, other] of isProof ? eachWithFirst(ids) : eachWithEach(ids)) {
        if (isProof || areAlike(signal, people.get(one.id), people.get(other.id)))
          groups.link(one.id, other.id, signal);
      }
    }
  }
  return { groups: groups.list(), complete: candidates.every(({ length }) => length < MAX_CANDIDATES) };
}

type Candidate = { readonly key: string; readonly id: string };

async function readAllCandidates(reader: Reader, scope: CheckScope, among: number | null) {
  if (!reader.isTransaction) {
    return Promise.all(SHARED.map((shared) => readCandidates(reader, scope, shared, among)));
  }
  // A transaction has one connection, which takes one statement at a time.
  const inTurn: (readonly Candidate[])[] = [];
  for (const shared of SHARED) inTurn.push(await readCandidates(reader, scope, shared, among));
  return inTurn;
}

async function readCandidates(
  reader: Reader,
  { raffleId }: CheckScope,
  { column, isProof }: Shared,
  among: number | null,
): Promise<readonly Candidate[]> {
  const key = sql.ref(column);
  const max = isProof ? sql`` : sql`and count(*) <= ${MAX_COMPARED_EACH}`;
  // The groups come in the order of the index, by which nothing has to be sorted.
  const keys: RawBuilder<unknown> =
    among === null
      ? sql`entry_search`
      : sql`(
          select raffle_id, ${key} from entry_search
          where raffle_id = ${raffleId} and ${key} is not null order by ${key} limit ${among}
        ) as some_keys`;
  const { rows } = await sql<Candidate>`
    with shared as materialized (
      select ${key} as shared_key from ${keys} where raffle_id = ${raffleId} and ${key} is not null
      group by ${key} having count(*) > 1 ${max} order by ${key} limit ${MAX_CANDIDATES}
    )
    select encode(shared_key, 'hex') as key, entry_id as id
    from shared join entry_search on raffle_id = ${raffleId} and ${key} = shared_key
    order by shared_key, entry_id limit ${MAX_CANDIDATES}
  `.execute(reader);
  return rows;
}

type Person = { readonly name: AlikeName; readonly phone: string };

async function readPeople(
  reader: Reader,
  { raffleId }: CheckScope,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Person>> {
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: string; firstName: string; lastName: string; phoneKey: string | null }>`
    select id, first_name as "firstName", last_name as "lastName", phone_key as "phoneKey" from entries
    where raffle_id = ${raffleId} and id = any (${[...ids]}::uuid[])
  `.execute(reader);
  return new Map(
    rows.map(({ id, firstName, lastName, phoneKey }) => [
      id,
      { name: alikeName(firstName, lastName), phone: alikePhone(phoneKey) },
    ]),
  );
}

/** Whether two that share an address and initials, or a name and part of a phone number, are alike. */
function areAlike(signal: AlikeSignal, one: Person | undefined, other: Person | undefined): boolean {
  if (!one || !other || !areAlikeNames(one.name, other.name)) return false;
  return signal !== "phone" || isOneSlip(one.phone, other.phone);
}

function eachWithFirst([first, ...others]: readonly Candidate[]): (readonly [Candidate, Candidate])[] {
  return first ? others.map((other) => [first, other] as const) : [];
}

function eachWithEach(all: readonly Candidate[]): (readonly [Candidate, Candidate])[] {
  return all.flatMap((one, place) => all.slice(place + 1).map((other) => [one, other] as const));
}

/** Entries that are linked, over others or directly, with the signals of their links. */
class Groups {
  readonly #groups = new Map<string, { ids: string[]; signals: Set<AlikeSignal> }>();

  link(one: string, other: string, signal: AlikeSignal): void {
    const [first, second] = [this.#groupOf(one), this.#groupOf(other)];
    first.signals.add(signal);
    if (first === second) return;
    const [large, small] = first.ids.length >= second.ids.length ? [first, second] : [second, first];
    for (const found of small.signals) large.signals.add(found);
    large.signals.add(signal);
    for (const id of small.ids) {
      large.ids.push(id);
      this.#groups.set(id, large);
    }
  }

  #groupOf(id: string) {
    const group = this.#groups.get(id) ?? { ids: [id], signals: new Set() };
    this.#groups.set(id, group);
    return group;
  }

  list(): AlikePeople[] {
    const listed = [...new Set(this.#groups.values())].map(({ ids, signals }): AlikePeople => {
      const sorted = ids.toSorted();
      const [key = ""] = sorted;
      return { key, ids: sorted, signals: ALIKE_SIGNALS.filter((signal) => signals.has(signal)) };
    });
    return listed.toSorted((one, other) => other.signals.length - one.signals.length || (one.key < other.key ? -1 : 1));
  }
}
