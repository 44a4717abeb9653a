import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { byShard, raffleOf } from "#src/db/sharding/sharded.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Wish } from "../schema.ts";
import { type PersonKeys, readPastWinners } from "./past-winners.ts";
import { type JudgedEntry, type Standing, standingIn, withoutReason } from "./rules.ts";

type JudgedRow = PersonKeys &
  Omit<JudgedEntry, "wishes" | "hasWonBefore"> & {
    readonly raffleId: string;
    readonly id: string;
    readonly wishes: readonly Wish[];
  };

/**
 * The standings of entries of several raffles, for whoever has their codes: as their pages show them, without an
 * organiser's reasons.
 *
 * @param raffles all raffles of these entries, by their ids
 * @returns by the entries' ids; those that were erased meanwhile are missing
 */
export async function readStandings(
  reader: Reader,
  raffles: ReadonlyMap<string, PublicRaffle>,
  scopes: readonly EntrantScope[],
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  for (const its of byShard(reader, scopes)) {
    const raffle = raffleOf(reader, "asked.raffle_id", its);
    const [raffleIds, ids] = [its.map(({ raffleId }) => raffleId), its.map(({ entryId }) => entryId)];
    const { rows } = await sql<JudgedRow>`
      select entries.raffle_id as "raffleId", entries.id, done_rules as "doneRules",
        claimed_rules as "claimedRules", earned, wishes,
        disqualified_for as "disqualifiedFor", disqualified_at as "disqualifiedAt", email_key as "emailKey",
        phone_key as "phoneKey"
      from unnest(${raffleIds}::uuid[], ${ids}::uuid[]) as asked (raffle_id, id)
      join entries on entries.raffle_id = ${raffle} and entries.id = asked.id
    `.execute(reader);
    for (const [raffleId, own] of Map.groupBy(rows, (row) => row.raffleId)) {
      const its = raffles.get(raffleId);
      if (!its) continue;
      const winners = await readPastWinners(reader, its, { of: own });
      const judge = standingIn(its);
      for (const row of own) {
        standings.set(row.id, withoutReason(judge({ ...row, hasWonBefore: winners.has(row) })));
      }
    }
  }
  return standings;
}
