import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** The later of this process's clock and the database's: one of them may be slow, and what is public comes first. */
export async function laterOfClocks(tx: Transaction, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  return new Date(Math.max(clock().getTime(), rows[0]?.now.getTime() ?? 0));
}
