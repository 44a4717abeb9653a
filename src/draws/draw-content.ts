import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { Announced } from "#src/webhooks/schema.ts";
import { readPrizesWithoutWinner } from "./announcing/prizes-without-winner.ts";

/** Winners in one message; of more, the receiver reads the rest where the draw is published. */
const MAX_WINNERS = 100;

/** Reads for a webhook how a raffle's list was locked, and who holds its prizes once they are announced. */
export async function readDrawContent(reader: Reader, { raffleId }: Announced) {
  const lock = await reader
    .selectFrom("drawLocks")
    .select([sql<string>`encode(lock_hash, 'hex')`.as("lockHash"), "tickets", "round", "roundAt"])
    .where("raffleId", "=", raffleId)
    .executeTakeFirst();
  if (!lock) return null;
  const winners = await reader
    .selectFrom("claims")
    .select(["id as claimId", "prizeCode", "ticket", "entryId"])
    .where("raffleId", "=", raffleId)
    .where("goneAt", "is", null)
    .orderBy("prizeCode")
    .orderBy("ticket")
    .limit(MAX_WINNERS + 1)
    .execute();
  const withoutWinner = await readPrizesWithoutWinner(reader, raffleId);
  return {
    draw: lock,
    winners: winners.slice(0, MAX_WINNERS),
    moreWinners: winners.length > MAX_WINNERS,
    /** Prizes that nobody holds: by their odds they were not given, or nobody was left for them. */
    prizesWithoutWinner: withoutWinner.map(({ prizeCode, given }) => ({ prizeCode, given })),
  };
}
