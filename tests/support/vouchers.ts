import type pg from "pg";
import type { StaffScope } from "#src/access/scope.ts";
import { proveStaff } from "#src/access/staff/staff.ts";
import { newVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { addHolders } from "#src/draws/add-holders.ts";
import type { TestApi, TestRaffle } from "./api.ts";
import { lockedRaffle, storeResult } from "./shown-draw.ts";

/** A prize that its winner has claimed: the claim's id, the voucher's code, and what opens the winner's entry. */
export type ClaimedPrize = {
  readonly claimId: string;
  readonly code: string;
  readonly entryCode: string;
  readonly email: string;
};

/** Writes down that tickets hold prizes, and that their winners have claimed them. */
export async function claimPrizes(
  { db, pool }: { readonly db: Database; readonly pool: Pick<pg.Pool, "query"> },
  raffleId: string,
  winners: Readonly<Record<string, number[]>>,
): Promise<ClaimedPrize[]> {
  const holders = Object.entries(winners).flatMap(([prizeCode, tickets]) =>
    tickets.map((ticket) => ({ prizeCode, ticket })),
  );
  await inTransaction(db, (tx) => addHolders(tx, raffleId, holders, { since: new Date(), claimDays: 60 }));
  const claimed: ClaimedPrize[] = [];
  for (const { prizeCode, ticket } of holders) {
    const code = newVoucherCode();
    const { rows } = await pool.query(
      `update claims set claimed_at = now(), voucher_code = $4
       from entries where claims.raffle_id = $1 and prize_code = $2 and ticket = $3
         and entries.raffle_id = $1 and entries.id = entry_id returning claims.id, entry_code, email`,
      [raffleId, prizeCode, ticket, code],
    );
    const [{ id, entry_code: entryCode, email }] = rows;
    claimed.push({ claimId: id, code, entryCode, email });
  }
  return claimed;
}

/** A drawn raffle: ticket 2, Jose Dizon, has claimed QUESO, tickets 1 and 3, Maria Peña and Ana Cruz, HAM each. */
export async function raffleWithVouchers(
  api: TestApi,
  database: Parameters<typeof claimPrizes>[0],
): Promise<{ readonly raffle: TestRaffle; readonly prizes: ClaimedPrize[] }> {
  const raffle = await lockedRaffle(api, database.pool);
  const winners = { QUESO: [2], HAM: [1, 3] };
  await storeResult(database.pool, raffle.id, winners);
  return { raffle, prizes: await claimPrizes(database, raffle.id, winners) };
}

/** The proof of somebody who may check the vouchers of a raffle. */
export async function voucherStaff(
  { site }: Pick<TestApi, "site">,
  { id, accessCode }: Pick<TestRaffle, "id" | "accessCode">,
): Promise<StaffScope<"validate-vouchers">> {
  const deps = { ...site, reader: site.db, address: "198.51.100.7" };
  const scope = await proveStaff(deps, { raffle: id, accessCode }, "validate-vouchers");
  if (!scope.ok) throw new Error(scope.refusal.reason);
  return scope.value;
}
