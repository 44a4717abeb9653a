import { sql } from "kysely";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";

/** A stamp of an entry: when it was last given by its station. */
export type EntryStamp = { readonly stationId: string; readonly at: Date };

/** The stations that an entry has stamps of. What was taken back is none. */
export async function readStamps(
  reader: Reader,
  { raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">,
): Promise<readonly EntryStamp[]> {
  const inRaffle = raffleIdForLookup(reader, raffleId);
  const { rows } = await sql<EntryStamp>`
    select station_id as "stationId", max(at) as at from earned_drops
    where raffle_id = ${inRaffle} and entry_id = ${entryId} and station_id is not null and not exists (
      select from earned_drops as back where back.raffle_id = ${inRaffle} and back.withdraws = earned_drops.id
    )
    group by station_id
  `.execute(reader);
  return rows;
}

/** The stamps of a station in one hour by whose screen showed the code: what a plot for friends looks like. */
export type HourOfStamps = {
  readonly stationId: string;
  readonly hour: Date;
  readonly shownBy: string;
  readonly stamps: number;
  readonly entries: number;
  readonly networks: number;
  /** The most stamps within ten minutes that begin at a full ten. */
  readonly most: number;
};

/** How many rows the desk shows. */
const HOURS_SHOWN = 200;

/** How many stamps each station gave by hour and by whose screen it was, the newest hours first. */
export async function countStampsByHour(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
): Promise<readonly HourOfStamps[]> {
  const { rows } = await sql<HourOfStamps>`
    with stamps as (
      select station_id, given_by, entry_id, network_hash, date_trunc('hour', at) as hour,
        count(*) over (partition by station_id, given_by, date_bin('10 minutes', at, 'epoch')) as within
      from earned_drops where raffle_id = ${raffleId} and station_id is not null
    )
    select station_id as "stationId", hour, given_by as "shownBy", count(*)::int as stamps,
      count(distinct entry_id)::int as entries, count(distinct network_hash)::int as networks, max(within)::int as most
    from stamps group by station_id, hour, given_by order by hour desc, station_id, given_by limit ${HOURS_SHOWN}
  `.execute(reader);
  return rows;
}

/** How many stamps each station gave. */
export async function countStamps(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ stationId: string; stamps: number }>`
    select station_id as "stationId", count(*)::int as stamps from earned_drops
    where raffle_id = ${raffleId} and station_id is not null group by station_id
  `.execute(reader);
  return new Map(rows.map(({ stationId, stamps }) => [stationId, stamps]));
}
