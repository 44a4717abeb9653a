import type { ContactScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";

/** A winner's own voucher. */
export type OwnVoucher = {
  readonly code: string;
  readonly raffle: string;
  /** Whose raffle it is, and where; empty if the shop has not said it. */
  readonly shop: string;
  readonly prize: string;
  readonly ticket: number;
  readonly winner: string;
  /** Where and when the prize can be picked up; may be empty, and have several lines. */
  readonly pickUp: string;
  readonly usedAt: Date | null;
  /** The prize is somebody else's by now. */
  readonly gone: boolean;
};

/** The voucher of a claim, for its winner. Null for one of somebody else, and for a prize that is not claimed. */
export async function readOwnVoucher(
  reader: Reader,
  { raffleId, entryId }: ContactScope,
  claimId: string,
): Promise<OwnVoucher | null> {
  if (!isId(claimId)) return null;
  const row = await reader
    .selectFrom("claims")
    .innerJoin("raffles", "raffles.id", "claims.raffleId")
    .innerJoin("entries", (join) =>
      join.onRef("entries.raffleId", "=", "claims.raffleId").onRef("entries.id", "=", "claims.entryId"),
    )
    .leftJoin("prizes", (join) =>
      join.onRef("prizes.raffleId", "=", "claims.raffleId").onRef("prizes.prizeCode", "=", "claims.prizeCode"),
    )
    .leftJoin("claimSettings", "claimSettings.raffleId", "claims.raffleId")
    .select(["voucherCode", "raffles.name as raffle", "prizes.name as prize", "claims.prizeCode", "ticket"])
    .select(["firstName", "lastName", "pickUp", "handedOverAt", "goneAt", "shopName", "shopPlace"])
    .where("claims.raffleId", "=", raffleId)
    .where("claims.id", "=", claimId)
    .where("claims.entryId", "=", entryId)
    .executeTakeFirst();
  if (!row || row.voucherCode === null) return null;
  return {
    ...{ code: row.voucherCode, raffle: row.raffle, prize: row.prize ?? row.prizeCode, ticket: row.ticket },
    ...{ winner: `${row.firstName} ${row.lastName}`, pickUp: row.pickUp ?? "", usedAt: row.handedOverAt },
    ...{ gone: row.goneAt !== null, shop: shopTitle(row) },
  };
}
