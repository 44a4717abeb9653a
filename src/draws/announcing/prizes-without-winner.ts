import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/** A prize of a draw that nobody holds. */
export type PrizeWithoutWinner = {
  readonly prizeCode: string;
  readonly name: string;
  readonly worth: string;
  /** Whether it was given at all, by its odds: then nobody was left for it. */
  readonly given: boolean;
};

/**
 * The prizes that nobody holds after all replacements, in draw order, once winners are announced. It does not ask the
 * claims, which may be erased.
 */
export async function readPrizesWithoutWinner(reader: Reader, raffleId: string): Promise<PrizeWithoutWinner[]> {
  const { rows } = await sql<PrizeWithoutWinner>`
    select prize ->> 'prizeCode' as "prizeCode", coalesce(prizes.name, prize ->> 'prizeCode') as name,
      coalesce(prizes.worth, '') as worth,
      coalesce((prize ->> 'given')::boolean, true) as given
    from draw_results
    cross join lateral jsonb_array_elements(results::jsonb) with ordinality as one (prize, place)
    left join prizes on prizes.raffle_id = draw_results.raffle_id and prize_code = prize ->> 'prizeCode'
    where draw_results.raffle_id = ${raffleId} and announced_at is not null and jsonb_array_length(prize -> 'winners') = (
      select count(*) from draw_replacements
      where draw_replacements.raffle_id = ${raffleId} and to_ticket is null
        and draw_replacements.prize_code = prize ->> 'prizeCode'
    )
    order by place
  `.execute(reader);
  return rows;
}
