import { sql } from "kysely";
import type { StaffScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { announcementsOf } from "#src/draws/replacing/announcements.ts";
import type { AnnouncedReason } from "#src/draws/replacing/rules.ts";
import { readVoucherCode } from "./voucher-code.ts";

export type VoucherScope = StaffScope<"validate-vouchers">;

/** The voucher is unknown, or of another raffle. Nobody learns which. */
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
  /** Of a valid one: why the organiser announced that this winner is to go. Handed over before that, it stays. */
  readonly announced: AnnouncedReason | null;
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

/** A voucher whose claim is locked, with what its hand-over needs. */
export type HeldVoucher = {
  readonly voucher: CheckedVoucher;
  readonly entryId: string;
  /** The request that handed it over. */
  readonly handedOverKey: string | null;
  readonly person: { readonly address: string; readonly contact: string };
};

/**
 * Looks a voucher up and locks its claim until the transaction ends.
 *
 * @param typed a code as typed or scanned
 * @returns refusal: `voucher-not-found`
 */
export async function holdVoucher(
  tx: Transaction,
  { raffleId }: VoucherScope,
  typed: string,
): Promise<Outcome<HeldVoucher, VoucherNotFound>> {
  const code = readVoucherCode(typed);
  const row = code && (await voucherQuery(tx, raffleId, code).forUpdate("claims").executeTakeFirst());
  if (!row) return refuse({ reason: "voucher-not-found" });
  const { entryId, handedOverKey, address } = row;
  // Somebody who entered on paper may have one of them alone.
  const contact = [row.phone, row.email].filter(Boolean).join(", ");
  return accept({ voucher: voucherOf(row, code), entryId, handedOverKey, person: { address: address ?? "", contact } });
}

/** The raffle of a voucher, to look for the proof that a browser holds for it. Null if there is none. */
export async function raffleOfVoucher(reader: Reader, typed: string): Promise<string | null> {
  const code = readVoucherCode(typed);
  if (code === null) return null;
  const found = await reader.selectFrom("claims").select("raffleId").where("voucherCode", "=", code).executeTakeFirst();
  return found?.raffleId ?? null;
}

async function findVoucher(reader: Reader, { raffleId }: VoucherScope, code: string): Promise<CheckedVoucher | null> {
  const row = await voucherQuery(reader, raffleId, code).executeTakeFirst();
  if (!row) return null;
  const voucher = voucherOf(row, code);
  if (voucher.state !== "valid") return voucher;
  const announced = await announcementsOf(reader, { raffleId, prizeCode: row.prizeCode, from: row.ticket });
  return { ...voucher, announced: announced.find(({ endedAs }) => endedAs === null)?.reason ?? null };
}

/** A voucher's row, with what its hand-over stores of the winner. */
function voucherQuery(reader: Reader, raffleId: string, code: string) {
  return reader
    .selectFrom("claims")
    .leftJoin("entries", (join) =>
      join.onRef("entries.raffleId", "=", "claims.raffleId").onRef("entries.id", "=", "claims.entryId"),
    )
    .leftJoin("prizes", (join) =>
      join.onRef("prizes.raffleId", "=", "claims.raffleId").onRef("prizes.prizeCode", "=", "claims.prizeCode"),
    )
    .select(["claims.id", "claims.prizeCode", "prizes.name", "ticket", "goneAt"])
    .select(["handedOverAt", "handedOverBy", "handedOverKey", "entryId", "entries.address", "phone", "email"])
    .select(sql<string | null>`coalesce(winner_name, first_name || ' ' || last_name)`.as("winner"))
    .where("claims.raffleId", "=", raffleId)
    .where("voucherCode", "=", code);
}

type VoucherRow = NonNullable<Awaited<ReturnType<ReturnType<typeof voucherQuery>["executeTakeFirst"]>>>;

function voucherOf(row: VoucherRow, code: string): CheckedVoucher {
  const used = row.handedOverAt && { at: row.handedOverAt, by: row.handedOverBy ?? "" };
  const gone = row.goneAt !== null || row.winner === null;
  return {
    ...{ claimId: row.id, code, prize: row.name ?? row.prizeCode, ticket: row.ticket, winner: row.winner ?? "", used },
    state: used ? "used" : gone ? "gone" : "valid",
    announced: null,
  };
}
