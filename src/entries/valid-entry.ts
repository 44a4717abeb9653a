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

function rulesInSql(raffleId: string): RawBuilder<unknown> {
  return sql`array(select rules.id from rules where rules.raffle_id = ${raffleId})`;
}
