import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** How many grants of a rule count for an entry: those that were taken back leave room. */
export async function countGrants(
  tx: Transaction,
  { raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">,
  ruleId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where withdraws is null and drops > 0)::int
      - count(*) filter (where withdraws is not null)::int as count
    from earned_drops where raffle_id = ${raffleId} and entry_id = ${entryId} and rule_id = ${ruleId}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}
