import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** How many entries of a raffle were made from this minute on and are still there. It reads stored counts. */
export async function countEntriesSince(reader: Reader, scope: OrganiserScope, since: Date): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(entries), 0)::int8 as entries from entry_counts
    where raffle_id = ${scope.raffleId} and kind = 'minute' and key >= ${since.toISOString().slice(0, 16)}
  `.execute(reader);
  return rows[0]?.entries ?? 0;
}
