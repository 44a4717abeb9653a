import { type RawBuilder, sql } from "kysely";

/** The ticks and the ledger's sums of an entry, in SQL. */
type Counted = { readonly doneRules: RawBuilder<unknown>; readonly earned: RawBuilder<unknown> };

const OF_ENTRIES: Counted = { doneRules: sql.ref("done_rules"), earned: sql.ref("earned") };

/** What `dropsOf` counts, in SQL: the drops of an entry, by the rules that the raffle has now. */
export function dropsInSql(raffleId: string, { doneRules, earned }: Counted = OF_ENTRIES): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(case
      when rules.proof = 'said' then case when rules.id = any (${doneRules}) then rules.drops else 0 end
      else greatest(0, least(coalesce((${earned} ->> rules.id::text)::int8, 0), rules.drops * rules.max_times))
    end), 0)::int8 from rules where rules.raffle_id = ${raffleId}
  )`;
}

/** The part of it that ticks give which are believed. */
export function saidDropsInSql(raffleId: string, doneRules: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(rules.drops), 0)::int8 from rules
    where rules.raffle_id = ${raffleId} and rules.id = any (${doneRules}) and rules.proof = 'said'
  )`;
}
