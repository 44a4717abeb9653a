import { z } from "zod";
import type { ContactScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText } from "#src/base/text.ts";
import { entryKey } from "#src/draws/lock/entry-key.ts";
import { queueLeaf } from "#src/draws/log/queue.ts";
import { consentOf } from "#src/draws/protocol/winners/replacement-proof.ts";
import { readAsksFirst } from "#src/draws/replacing/announcements.ts";
import { carryOut, type ReplaceDeps } from "#src/draws/replacing/carry-out.ts";
import { CLAIM_LIMITS } from "../limits.ts";
import { declinePrize, recordDeclined } from "./decline-prize.ts";
import { type ClaimClosed, findOwnClaim } from "./hold-claim.ts";

/** What everybody reads of a winner who gave a prize back. Their own words are for the organiser alone. */
const NOTE = "The winner gave it back.";

const sentReason = z.object({ reason: optionalText(CLAIM_LIMITS.declinedFor) });

export type GiveBackRefusal = ClaimClosed | Refusal<"invalid-fields" | "replacing-others">;

/**
 * Gives a prize back for its winner: the next in line gets it at once, and the winner's consent is in the transcript
 * and in the log. Where the draw's plan knows no consent, the organiser is to replace them. Asked again, it answers the
 * same.
 *
 * @param reason untrusted, for the organiser; may be empty
 * @returns refusals: see GiveBackRefusal
 * @throws where the stored list is not the one that was locked
 */
export async function giveBackPrize(
  deps: ReplaceDeps,
  scope: ContactScope,
  claimId: string,
  reason: unknown,
): Promise<Outcome<void, GiveBackRefusal>> {
  const parsed = sentReason.safeParse({ reason });
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const declinedFor = parsed.data.reason || null;
  if (!(await readAsksFirst(deps.db, scope.raffleId))) return declinePrize(deps, scope, claimId, declinedFor);
  const claim = isId(claimId) ? await findOwnClaim(deps.db, scope, claimId) : null;
  if (!claim) return refuse({ reason: "claim-not-found" });
  const { prizeCode, ticket: from } = claim;
  const key = entryKey(deps.secret, { raffleId: scope.raffleId, entryId: scope.entryId });
  const replaced = await carryOut<never>(
    deps,
    scope,
    { prizeCode, from, reason: "withdrew", note: NOTE },
    {
      isSame: ({ consent = "" }) => consent !== "",
      hold: async (tx, { lockHash }) => {
        const consent = consentOf({ key, lock: lockHash, prizeCode });
        await tx
          .updateTable("claims")
          .set({ declinedAt: deps.clock(), declinedFor })
          .where("raffleId", "=", scope.raffleId)
          .where("id", "=", claimId)
          .execute();
        await queueLeaf(tx, scope.raffleId, { kind: "consent", lock: lockHash, consent });
        await recordDeclined(tx, scope, { ...claim, declinedFor }, deps.clock);
        return accept({ announced: null, consent });
      },
    },
  );
  if (replaced.ok) return accept(undefined);
  switch (replaced.refusal.reason) {
    case "already-replaced":
      return refuse({ reason: "prize-replaced" });
    case "prize-handed-over":
    case "replacing-others":
      return refuse({ reason: replaced.refusal.reason });
    default:
      return refuse({ reason: "claim-not-found" });
  }
}
