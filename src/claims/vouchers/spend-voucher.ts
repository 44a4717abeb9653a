import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { announce } from "#src/webhooks/announce.ts";
import {
  type CheckedVoucher,
  checkVoucher,
  holdVoucher,
  type VoucherNotFound,
  type VoucherScope,
} from "./check-voucher.ts";

/** A request whose answer was lost is sent again within this time. */
const AGAIN_WITHIN_MS = 120_000;

type Deps = { readonly db: Database; readonly clock: Clock };

/**
 * Hands a prize over for its voucher: once, whatever happens at the same moment. Keeps the winner's name, address and
 * contact, which the winners report needs.
 *
 * @param sent.code as typed or scanned
 * @param sent.key a UUID of the page from which it was sent; the same page may send it again within two minutes
 * @returns refusals: `voucher-not-found`, `voucher-used`, `voucher-gone`
 */
export async function spendVoucher(
  { db, clock }: Deps,
  scope: VoucherScope,
  sent: { readonly code: string; readonly key: string },
): Promise<Outcome<CheckedVoucher, VoucherNotFound | Refusal<"voucher-used" | "voucher-gone">>> {
  const key = isId(sent.key) ? sent.key : null;
  return inTransaction(db, async (tx) => {
    const held = await holdVoucher(tx, scope, sent.code);
    if (!held.ok) return held;
    const { voucher, entryId, handedOverKey, person } = held.value;
    const now = clock();
    if (voucher.used) {
      const again =
        key !== null && handedOverKey === key && now.getTime() - voucher.used.at.getTime() < AGAIN_WITHIN_MS;
      return again ? accept(voucher) : refuse({ reason: "voucher-used" });
    }
    if (voucher.state === "gone") return refuse({ reason: "voucher-gone" });
    await tx
      .updateTable("claims")
      .set({
        handedOverAt: now,
        handedOverBy: scope.actor,
        handedOverKey: key,
        winnerName: voucher.winner,
        winnerAddress: person.address,
        winnerContact: person.contact,
      })
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", voucher.claimId)
      .execute();
    const change = { before: null, after: { prize: voucher.prize, ticket: voucher.ticket }, entryId };
    await announce(tx, { raffleId: scope.raffleId, kind: "voucher.used", subjectId: voucher.claimId });
    await recordChange(tx, scope, { action: "use-voucher", subject: voucher.prize, ...change }, clock);
    return accept({ ...voucher, state: "used", used: { at: now, by: scope.actor } });
  });
}

/**
 * Takes a hand-over back, with a reason that the log of changes keeps. The voucher is valid again.
 *
 * @param sent.reason untrusted
 * @returns refusals: `invalid-fields` (the reason), `voucher-not-found`, `voucher-unused`
 */
export async function unspendVoucher(
  { db, clock }: Deps,
  scope: VoucherScope,
  sent: { readonly code: string; readonly reason: string },
): Promise<Outcome<CheckedVoucher, VoucherNotFound | Refusal<"invalid-fields" | "voucher-unused">>> {
  const reason = readReason(sent.reason);
  if (!reason.ok) return reason;
  return inTransaction(db, async (tx) => {
    const held = await holdVoucher(tx, scope, sent.code);
    if (!held.ok) return held;
    const { voucher, entryId } = held.value;
    const { claimId, prize, ticket, used } = voucher;
    if (!used) return refuse({ reason: "voucher-unused" });
    const empty = { winnerName: null, winnerAddress: null, winnerContact: null };
    await tx
      .updateTable("claims")
      .set({ handedOverAt: null, handedOverBy: null, handedOverKey: null, ...empty })
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", claimId)
      .execute();
    const change = { before: { prize, ticket, ...used }, after: { reason: reason.value }, entryId };
    await recordChange(tx, scope, { action: "unuse-voucher", subject: prize, ...change }, clock);
    return checkVoucher(tx, scope, sent.code);
  });
}
