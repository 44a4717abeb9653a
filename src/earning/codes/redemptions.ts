import type { Clock } from "#src/base/clock.ts";
import { createBatches } from "#src/db/batches/batches.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { type Redeem, type RedeemOutcome, redeemAll } from "./redeem-all.ts";

type Waiting = Redeem & {
  readonly raffleId: string;
  readonly resolve: (outcome: RedeemOutcome) => void;
  readonly reject: (error: unknown) => void;
};

/** Takes codes one by one, and redeems those that arrive together in one transaction of each raffle. */
export type Redemptions = {
  /** Resolves only after the commit is durable. Rejects if the database fails. */
  redeem(raffleId: string, asked: Redeem): Promise<RedeemOutcome>;
};

export function createRedemptions(db: Database, clock: Clock): Redemptions {
  const batches = createBatches(async (batch: readonly Waiting[]) => {
    const byRaffle = Map.groupBy(batch, ({ raffleId }) => raffleId);
    await Promise.all(Array.from(byRaffle, ([raffleId, asked]) => redeemOf(raffleId, asked)));
  });
  async function redeemOf(raffleId: string, asked: readonly Waiting[]): Promise<void> {
    const outcomes = await inTransaction(db, (tx) => redeemAll(tx, { raffleId, asked, at: clock() }));
    for (const [place, outcome] of outcomes.entries()) asked[place]?.resolve(outcome);
  }
  return {
    redeem: (raffleId, asked) => new Promise((resolve, reject) => batches.add({ ...asked, raffleId, resolve, reject })),
  };
}
