import type { Transaction } from "#src/db/transaction.ts";

/**
 * Holds a raffle until the transaction ends. Those who add something of which a raffle has so many wait here for each
 * other, so that each counts the others'. Entries do not wait. False if the raffle is gone.
 */
export async function holdRaffle(tx: Transaction, raffleId: string): Promise<boolean> {
  const raffle = await tx
    .selectFrom("raffles")
    .select("id")
    .where("id", "=", raffleId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return raffle !== undefined;
}
