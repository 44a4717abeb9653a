import { proveEntrant } from "#src/access/entrant.ts";
import type { Message } from "#src/base/refusal.ts";
import { type Given, redeemTyped } from "#src/earning/redeem-typed.ts";
import { summaryOf } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";

/** What became of a code that was sent with an entry: its drops and its stamp, or why it was not counted. */
type SentCode = Pick<Given, "drops" | "stamp"> | { readonly failed: Message | undefined };

/**
 * Redeems the code that was sent with an entry which is stored by now. Whatever becomes of the code, the entry stays:
 * its entrant can send the code again. The same entry sent again gets the same answer.
 *
 * @returns undefined where no code was sent
 */
export async function redeemSent(
  site: Site,
  { address, sent }: { readonly address: string; readonly sent: unknown },
  { entryCode, raffleId }: { readonly entryCode: string; readonly raffleId: string },
): Promise<SentCode | undefined> {
  if (typeof sent !== "string" || sent.trim() === "") return undefined;
  const prover = { reader: site.db, entryAttempts: site.entryAttempts, address };
  const entrant = await proveEntrant(prover, { entryCode, raffleId });
  if (!entrant.ok) return { failed: summaryOf(entrant.refusal)[0] };
  const redeemed = await redeemTyped({ ...site, address }, entrant.value, sent);
  if (redeemed.ok) return { drops: redeemed.value.drops, ...(redeemed.value.stamp && { stamp: redeemed.value.stamp }) };
  const [field] = Object.values(redeemed.refusal.fields ?? {}).flat();
  return { failed: field ?? summaryOf(redeemed.refusal)[0] };
}
