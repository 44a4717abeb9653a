import type { Clock } from "#src/base/clock.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import type { OrganiserScope } from "../scope.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";

/**
 * Gives a raffle a new access code in the caller's transaction, which has locked the raffle, and logs it. The old code,
 * and every browser's pass for it, stops working.
 *
 * @returns the new code, which cannot be read again
 */
export async function renewCode(
  tx: Transaction,
  { secret, clock }: { readonly secret: Uint8Array; readonly clock: Clock },
  scope: OrganiserScope,
  codeId: string,
): Promise<string> {
  const { raffleId } = scope;
  const accessCode = newAccessCode();
  const accessCodeHash = hashAccessCode(secret, raffleId, accessCode);
  await tx.updateTable("raffles").set({ accessCodeHash }).where("id", "=", raffleId).execute();
  // The log records only that the code changed, never the code.
  await recordChange(tx, scope, { action: "new-access-code", subject: codeId, before: null, after: null }, clock);
  return accessCode;
}
