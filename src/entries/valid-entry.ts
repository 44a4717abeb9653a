import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * SQL for whether an entry is valid: it has ticked every rule of its raffle. It uses the rules at the time of the
 * query.
 *
 * @param rules the ids of the raffle's rules, if the query already has them
 */
export function isValidInSql(raffleId: string, rules: RawBuilder<unknown> = rulesInSql(raffleId)): RawBuilder<SqlBool> {
  return sql<SqlBool>`done_rules @> ${rules}`;
}

/**
 * SQL for whether an entry's ticks are what the plan asks for, as `standingIn` decides in code.
 *
 * @param requires the raffle's `draw_requires`
 * @param rules the ids of the raffle's rules
 */
export function meetsPlanInSql(requires: RawBuilder<unknown>, rules: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    ${requires} = 'none' or (${requires} = 'all-rules' and done_rules @> ${rules})
    or (${requires} = 'any-rule' and (done_rules && ${rules} or ${rules} = '{}'))
  )`;
}

function rulesInSql(raffleId: string): RawBuilder<unknown> {
  return sql`array(select rules.id from rules where rules.raffle_id = ${raffleId})`;
}
