import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { WORDS_VERSION } from "./words.ts";

export type ShowWordsRefusal = Refusal<"claim-not-found" | "words-changed">;

/**
 * Shows everybody what a winner wrote, or hides it again.
 *
 * @param sent.version the words that the organiser saw: others that came after them are not shown, but are hidden
 * @returns refusals: `claim-not-found` where there are no words, `words-changed`; asked again, it changes nothing
 */
export async function showWords(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
  sent: { readonly claimId: string; readonly version: string; readonly shown: boolean },
): Promise<Outcome<void, ShowWordsRefusal>> {
  if (!isId(sent.claimId)) return refuse({ reason: "claim-not-found" });
  const { raffleId } = scope;
  const { claimId, version, shown } = sent;
  return inTransaction(db, async (tx) => {
    // The words' row alone is locked: an erasure takes it before the claim's.
    const words = await tx
      .selectFrom("winnerWords as words")
      .innerJoin("claims", (join) =>
        join.onRef("claims.raffleId", "=", "words.raffleId").onRef("claims.id", "=", "words.claimId"),
      )
      .select(["shown", "entryId", "prizeCode", "ticket", WORDS_VERSION.as("version")])
      .where("words.raffleId", "=", raffleId)
      .where("words.claimId", "=", claimId)
      .forUpdate("words")
      .executeTakeFirst();
    if (!words) return refuse({ reason: "claim-not-found" } as const);
    if (shown && words.version !== version) return refuse({ reason: "words-changed" } as const);
    if (words.shown === shown) return accept(undefined);
    await tx
      .updateTable("winnerWords")
      .set({ shown })
      .where("raffleId", "=", raffleId)
      .where("claimId", "=", claimId)
      .execute();
    await notifyRaffleChange(tx, raffleId);
    const { ticket, entryId, prizeCode } = words;
    const change = { subject: prizeCode, entryId, before: { ticket, shown: !shown }, after: { ticket, shown } };
    const action = shown ? "show-words" : "hide-words";
    await recordChange(tx, scope, { action, ...change }, clock);
    return accept(undefined);
  });
}
