import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** How entries of one person are known: by the normalised e-mail or phone, as a raffle takes each of them once. */
export type PersonKeys = { readonly emailKey: string | null; readonly phoneKey: string | null };

/** Who won in other draws of a raffle's owner, not long ago. */
export type PastWinners = {
  /** The hashes of these draws' locks, in order. */
  readonly lockHashes: readonly string[];
  readonly has: (person: PersonKeys) => boolean;
  /** The same in SQL, of a row of `entries`: true, or false or null. */
  readonly hasInSql: RawBuilder<SqlBool>;
};

/** The draw protocol's limit. */
const MAX_DRAWS = 1000;
/** Winners that are compared, of the latest draws. A list is made with all of them in memory. */
const MAX_WINNERS = 200_000;

const NOBODY: PastWinners = { lockHashes: [], has: () => false, hasInSql: sql<SqlBool>`false` };

export type PausingRaffle = Pick<PublicRaffle, "id" | "pauseDays" | "lockedAt">;

/**
 * Who is out of a raffle because they won in a draw of the same owner: announced winners of the last `pauseDays` days
 * before the lock, or before now, who were not replaced by then. A winner whose entry was erased is known no more.
 *
 * @param at of a list that is being made: when it is locked
 * @param of only these people are looked for; without them all winners
 */
export async function readPastWinners(
  reader: Reader,
  raffle: PausingRaffle,
  { at = raffle.lockedAt, of }: { readonly at?: Date | null; readonly of?: readonly PersonKeys[] } = {},
): Promise<PastWinners> {
  if (raffle.pauseDays === 0) return NOBODY;
  const time = sql<Date>`coalesce(${at}::timestamptz, clock_timestamp())`;
  const draws = await pausingDraws(reader, raffle, time);
  if (draws.length === 0) return NOBODY;
  const isAsked = of ? isOneOfInSql(of) : sql<SqlBool>`true`;
  const { rows: winners } = await sql<PersonKeys>`
    select distinct entries.email_key as "emailKey", entries.phone_key as "phoneKey"
    from entries join claims on claims.raffle_id = entries.raffle_id and claims.entry_id = entries.id
    where entries.raffle_id = any (${draws.map(({ raffleId }) => raffleId)}::uuid[]) and ${isAsked}
      and held_since <= ${time} and (gone_at is null or gone_at > ${time})
  `.execute(reader);
  const known = new Set(winners.flatMap(keysOf));
  return {
    lockHashes: draws.map(({ lockHash }) => lockHash.toString("hex")).toSorted(),
    has: (person) => keysOf(person).some((key) => known.has(key)),
    hasInSql: isOneOfInSql(winners),
  };
}

function isOneOfInSql(people: readonly PersonKeys[]): RawBuilder<SqlBool> {
  const emails = people.flatMap(({ emailKey }) => emailKey ?? []);
  const phones = people.flatMap(({ phoneKey }) => phoneKey ?? []);
  return sql<SqlBool>`(entries.email_key = any (${emails}::text[]) or entries.phone_key = any (${phones}::text[]))`;
}

/** Of some entries of a raffle, the ids of those whose person won before. */
export async function findPastWinners(
  reader: Reader,
  raffle: PausingRaffle,
  entries: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (raffle.pauseDays === 0 || entries.length === 0) return new Set();
  const rows = await reader
    .selectFrom("entries")
    .select(["id", "emailKey", "phoneKey"])
    .where("raffleId", "=", raffle.id)
    .where(
      "id",
      "in",
      entries.map(({ id }) => id),
    )
    .execute();
  const winners = await readPastWinners(reader, raffle, { of: rows });
  return new Set(rows.filter(winners.has).map(({ id }) => id));
}

function keysOf({ emailKey, phoneKey }: PersonKeys): string[] {
  return [...(emailKey === null ? [] : [`email ${emailKey}`]), ...(phoneKey === null ? [] : [`phone ${phoneKey}`])];
}

/** Draws of the same owners within the days before a time: the latest, as far as their winners can be compared. */
async function pausingDraws(reader: Reader, { id, pauseDays }: PausingRaffle, time: ReturnType<typeof sql<Date>>) {
  const { rows: draws } = await sql<{ raffleId: string; lockHash: Buffer }>`
    select draw_locks.raffle_id as "raffleId", lock_hash as "lockHash"
    from draw_locks join draw_results on draw_results.raffle_id = draw_locks.raffle_id
    where draw_locks.raffle_id in (
        select theirs.raffle_id from raffle_members as own join raffle_members as theirs on theirs.user_id = own.user_id
        where own.raffle_id = ${id} and own.role = 'owner' and theirs.role = 'owner'
      )
      and draw_locks.raffle_id <> ${id} and announced_at <= ${time}
      and round_at between ${time} - make_interval(days => ${pauseDays}) and ${time}
    order by round_at desc, draw_locks.raffle_id limit ${MAX_DRAWS}
  `.execute(reader);
  if (draws.length === 0) return [];
  const { rows: counts } = await sql<{ raffleId: string; winners: number }>`
    select raffle_id as "raffleId", count(*)::int as winners from claims
    where raffle_id = any (${draws.map(({ raffleId }) => raffleId)}::uuid[]) group by raffle_id
  `.execute(reader);
  const winnersOf = new Map(counts.map(({ raffleId, winners }) => [raffleId, winners]));
  let compared = 0;
  return draws.filter(({ raffleId }) => {
    compared += winnersOf.get(raffleId) ?? 0;
    return compared <= MAX_WINNERS && winnersOf.has(raffleId);
  });
}
