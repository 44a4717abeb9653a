import { sql } from "kysely";
import type { StaffScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { readVoucherCode } from "./voucher-code.ts";

export type VoucherScope = StaffScope<"validate-vouchers">;

/** The voucher is unknown, or of another raffle. Nobody is told which. */
export type VoucherNotFound = Refusal<"voucher-not-found">;

/** A voucher of this raffle, as its shop sees it. */
export type CheckedVoucher = {
  readonly claimId: string;
  /** As it is stored. */
  readonly code: string;
  readonly prize: string;
  readonly ticket: number;
  readonly winner: string;
  /** Gone: the prize is somebody else's by now, or the entry was erased. */
  readonly state: "valid" | "used" | "gone";
  readonly used: { readonly at: Date; readonly by: string } | null;
};

/**
 * Looks a voucher up for a shop. Changes nothing.
 *
 * @param typed a code as typed or scanned
 * @returns refusal: `voucher-not-found`
 */
export async function checkVoucher(
  reader: Reader,
  scope: VoucherScope,
  typed: string,
): Promise<Outcome<CheckedVoucher, VoucherNotFound>> {
  const code = readVoucherCode(typed);
  const found = code && (await findVoucher(reader, scope, code));
  return found ? accept(found) : refuse({ reason: "voucher-not-found" });
}

/** The raffle of a voucher, to look for the proof that a browser holds for it. Null if there is none. */
export async function raffleOfVoucher(reader: Reader, typed: string): Promise<string | null> {
  const code = readVoucherCode(typed);
  if (code === null) return null;
  const found = await reader.selectFrom("claims").select("raffleId").where("voucherCode", "=", code).executeTakeFirst();
  return found?.raffleId ?? null;
}

async function findVoucher(reader: Reader, { raffleId }: VoucherScope, code: string): Promise<CheckedVoucher | null> {
  const row = await reader
    .selectFrom("claims")
    .leftJoin("entries", (join) =>
      join.onRef("entries.raffleId", "=", "claims.raffleId").onRef("entries.id", "=", "claims.entryId"),
    )
    .leftJoin("prizes", (join) =>
      join.onRef("prizes.raffleId", "=", "claims.raffleId").onRef("prizes.prizeCode", "=", "claims.prizeCode"),
    )
    .select(["claims.id", "claims.prizeCode", "prizes.name", "ticket", "goneAt", "handedOverAt", "handedOverBy"])
    .select(sql<string | null>`coalesce(winner_name, first_name || ' ' || last_name)`.as("winner"))
    .where("claims.raffleId", "=", raffleId)
    .where("voucherCode", "=", code)
    .executeTakeFirst();
  if (!row) return null;
  const used = row.handedOverAt && { at: row.handedOverAt, by: row.handedOverBy ?? "" };
  const gone = row.goneAt !== null || row.winner === null;
  return {
    ...{ claimId: row.id, code, prize: row.name ?? row.prizeCode, ticket: row.ticket, winner: row.winner ?? "", used },
    state: used ? "used" : gone ? "gone" : "valid",
  };
}
