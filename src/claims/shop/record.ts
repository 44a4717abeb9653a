import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/** What became of the prizes of some draws. The last five are all of them. */
export type ShopRecord = {
  readonly draws: number;
  readonly prizes: number;
  /** As the shop recorded it, by a voucher or by hand. */
  readonly handedOver: number;
  /** Their winners can still claim them, or have claimed them. */
  readonly waiting: number;
  /** Their winners did not claim them in time, or gave them back, and nobody came in their place yet. */
  readonly lapsed: number;
  /** Not given away at all, by their odds. */
  readonly notGiven: number;
  /** Nobody was left to win them. */
  readonly nobody: number;
};

/**
 * Counts what became of the prizes of announced draws, as `stateOf` says it of a claim.
 *
 * @param raffleIds raffles whose prizes are all shown
 */
export async function readShopRecord(reader: Reader, raffleIds: readonly string[], now: Date): Promise<ShopRecord> {
  if (raffleIds.length === 0) {
    return { ...{ draws: 0, prizes: 0, handedOver: 0, waiting: 0 }, ...{ lapsed: 0, notGiven: 0, nobody: 0 } };
  }
  const [prizes, notGiven, held] = await Promise.all([
    countPrizes(reader, raffleIds),
    countNotGiven(reader, raffleIds),
    countHeld(reader, raffleIds, now),
  ]);
  return {
    ...{ draws: raffleIds.length, prizes, ...held, notGiven },
    nobody: Math.max(0, prizes - notGiven - held.handedOver - held.waiting - held.lapsed),
  };
}

async function countPrizes(reader: Reader, raffleIds: readonly string[]): Promise<number> {
  const { prizes } = await reader
    .selectFrom("prizes")
    .select(sql<number>`coalesce(sum(number_of_winners), 0)::int8`.as("prizes"))
    .where("raffleId", "in", raffleIds)
    .executeTakeFirstOrThrow();
  return prizes;
}

/** Opens the results of raffles that have odds alone: a result may have a million winners. */
async function countNotGiven(reader: Reader, raffleIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ prizes: number }>`
    select coalesce(sum(prizes.number_of_winners), 0)::int8 as prizes
    from draw_results cross join lateral jsonb_array_elements(results::jsonb) as one (prize)
    join prizes on prizes.raffle_id = draw_results.raffle_id and prize_code = prize ->> 'prizeCode'
    where draw_results.raffle_id in (
        select odd.raffle_id from prizes as odd
        where odd.raffle_id = any (${raffleIds}::uuid[]) and odd.odds_chances < odd.odds_of
      )
      and prize ->> 'given' = 'false'
  `.execute(reader);
  return rows[0]?.prizes ?? 0;
}

async function countHeld(reader: Reader, raffleIds: readonly string[], now: Date) {
  const { rows } = await sql<Pick<ShopRecord, "handedOver" | "waiting" | "lapsed">>`
    select raffle_id, count(handed_over_at)::int8 as "handedOver",
      count(*) filter (where handed_over_at is null and (
        claimed_at is not null or declined_at is null and claim_by >= ${now}
      ))::int8 as waiting,
      count(*) filter (where handed_over_at is null and claimed_at is null and (
        declined_at is not null or claim_by < ${now}
      ))::int8 as lapsed
    from claims where raffle_id = any (${raffleIds}::uuid[]) and gone_at is null group by raffle_id
  `.execute(reader);
  const sum = (name: "handedOver" | "waiting" | "lapsed") => rows.reduce((total, row) => total + row[name], 0);
  return { handedOver: sum("handedOver"), waiting: sum("waiting"), lapsed: sum("lapsed") };
}
