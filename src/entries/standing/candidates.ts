import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Prize, PublicRaffle } from "#src/raffles/schema.ts";
import type { EntryTotals } from "../lists/entry-counts.ts";
import { meetsPlanInSql } from "../valid-entry.ts";
import { readPastWinners } from "./past-winners.ts";

/** With more entries in play, wishes are not counted: a prize hardly lacks candidates then, and each entry is read. */
const MAX_COUNTED = 100_000;

/** A prize with fewer candidates than winners. */
export type ShortPrize = Pick<Prize, "id" | "name" | "numberOfWinners" | "pool"> & { readonly candidates: number };

type CountedRaffle = Pick<PublicRaffle, "id" | "pauseDays" | "lockedAt" | "prizes" | "rules" | "drawRequires">;

/**
 * Finds the prizes for which fewer entries are in the draw than it has winners, as `standingIn` decides who is. A prize
 * that nobody in play wished for is drawn among all of them.
 */
export async function findShortPrizes(
  reader: Reader,
  scope: OrganiserScope,
  raffle: CountedRaffle,
  { inPlay }: Pick<EntryTotals, "inPlay">,
): Promise<ShortPrize[]> {
  const byWish = raffle.prizes.some(({ pool }) => pool === "wished") && inPlay > 0 && inPlay <= MAX_COUNTED;
  const wishes = byWish ? await countWishes(reader, scope, raffle) : new Map<string | null, number>();
  const candidatesOf = ({ id, pool }: Pick<Prize, "id" | "pool">) => {
    if (pool !== "wished" || !byWish) return inPlay;
    // Who chose no prize wishes for every prize.
    return (wishes.get(id) ?? 0) + (wishes.get(null) ?? 0) || inPlay;
  };
  return raffle.prizes
    .map(({ id, name, numberOfWinners, pool }) => ({
      ...{ id, name, numberOfWinners, pool },
      candidates: candidatesOf({ id, pool }),
    }))
    .filter(({ candidates, numberOfWinners }) => candidates < numberOfWinners);
}

/** How many entries in play chose each prize, and under null how many chose none. */
async function countWishes(
  reader: Reader,
  { raffleId }: OrganiserScope,
  raffle: CountedRaffle,
): Promise<Map<string | null, number>> {
  const { prizes, rules, drawRequires } = raffle;
  const { hasInSql: hasWonBefore } = await readPastWinners(reader, raffle);
  const needed = sql`${rules.map(({ id }) => id)}::uuid[]`;
  const { rows } = await sql<{ prize: string | null; entries: number }>`
    select wish.prize, count(*)::int8 as entries
    from entries left join lateral (
      select one ->> 'prizeId' as prize from jsonb_array_elements(wishes) as one
      where one ->> 'status' = 'Selected' and one ->> 'prizeId' = any(${prizes.map(({ id }) => id)}::text[])
    ) as wish on true
    where raffle_id = ${raffleId} and disqualified_for is null and ${hasWonBefore} is not true and ${meetsPlanInSql(sql`${drawRequires}::text`, needed)}
    group by wish.prize
  `.execute(reader);
  return new Map(rows.map(({ prize, entries }) => [prize, entries]));
}
