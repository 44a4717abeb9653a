import type { Reader } from "#src/db/connect.ts";
import type { Announced } from "#src/webhooks/schema.ts";

/** Reads for a webhook a claim as it is now. Names, answers and voucher codes are not in it. */
export async function readClaimContent(reader: Reader, { raffleId, subjectIds }: Announced) {
  const claim = await reader
    .selectFrom("claims")
    .select(["id", "prizeCode", "ticket", "entryId", "claimedAt", "handedOverAt"])
    .where("raffleId", "=", raffleId)
    .where("id", "=", subjectIds[0] ?? "")
    .executeTakeFirst();
  return claim ? { claim } : null;
}
