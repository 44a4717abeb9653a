import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { PROTOCOL_1 } from "../protocol/plan.ts";

/** Which raffles have a list of `tambiolo-draw/1`. An entry that chose no prize may be there without a wish. */
export async function readFirstVersionLocks(
  reader: Reader,
  raffleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (raffleIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom("drawLocks")
    .select("raffleId")
    .where("raffleId", "in", [...raffleIds])
    .where(sql<string>`lock::jsonb -> 'plan' ->> 'protocol'`, "=", PROTOCOL_1)
    .execute();
  return new Set(rows.map(({ raffleId }) => raffleId));
}
