import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** When a raffle's list locks by itself; null where only its organiser can lock it. */
export async function readLockAt(reader: Reader, scope: OrganiserScope): Promise<Date | null> {
  const row = await reader.selectFrom("raffles").select("lockAt").where("id", "=", scope.raffleId).executeTakeFirst();
  return row?.lockAt ?? null;
}
