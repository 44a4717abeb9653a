import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/** The first prizes that lists name, in their order, and how many a raffle has. */
export type PrizeNames = { readonly first: readonly string[]; readonly count: number };

const PRIZES_NAMED = 2;

/** What can be won in each of these raffles, by their ids; a raffle without a prize has none. */
export async function readPrizeNames(
  reader: Reader,
  raffleIds: readonly string[],
): Promise<ReadonlyMap<string, PrizeNames>> {
  if (raffleIds.length === 0) return new Map();
  const names = sql<string[]>`array_agg(name order by order_number, prize_code collate "C")`;
  const rows = await reader
    .selectFrom("prizes")
    .select(["raffleId", sql<string[]>`(${names})[1:${sql.lit(PRIZES_NAMED)}]`.as("first")])
    .select(sql<number>`count(*)::int`.as("count"))
    .where("raffleId", "in", raffleIds)
    .groupBy("raffleId")
    .execute();
  return new Map(rows.map(({ raffleId, first, count }) => [raffleId, { first, count }]));
}

/** What can be won in a raffle, as lists say it. */
export function prizeNames(prizes: readonly { readonly name: string }[]): PrizeNames {
  return { first: prizes.slice(0, PRIZES_NAMED).map(({ name }) => name), count: prizes.length };
}
