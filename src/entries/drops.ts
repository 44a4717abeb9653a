import { type Expression, type RawBuilder, sql } from "kysely";

/** What `dropsOf` counts, in SQL: the drops of these ticks, by the rules that the raffle has now. */
export function dropsInSql(raffleId: string, doneRules: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(rules.drops), 0)::int8 from rules
    where rules.raffle_id = ${raffleId} and rules.id = any (${doneRules})
  )`;
}
