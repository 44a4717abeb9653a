import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/** The key of `countGrants`. */
export function grantKey(entryId: string, ruleId: string): string {
  return `${entryId} ${ruleId}`;
}

/**
 * How many grants of each rule count for entries: those that were taken back leave room.
 *
 * @returns by entry and rule (`grantKey`); none where there are none
 */
export async function countGrants(
  reader: Reader,
  raffleId: string,
  entryIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ entryId: string; ruleId: string; count: number }>`
    select entry_id as "entryId", rule_id as "ruleId", count(*) filter (where withdraws is null and drops > 0)::int
      - count(*) filter (where withdraws is not null)::int as count
    from earned_drops where raffle_id = ${raffleId} and entry_id = any (${entryIds}::uuid[])
    group by entry_id, rule_id
  `.execute(reader);
  return new Map(rows.map(({ entryId, ruleId, count }) => [grantKey(entryId, ruleId), count]));
}
