import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import { holdRaffle } from "#src/access/hold-raffle.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { queuePush } from "#src/push/write.ts";
import { announce } from "#src/webhooks/announce.ts";
import { addHolders } from "../add-holders.ts";
import { beginDrawnMailing, mailNewHolders } from "../mails/write.ts";
import type { Lock } from "../protocol/lock.ts";
import type { PrizeResult } from "../protocol/winners/draw.ts";

/**
 * Announces the winners of a draw, once: their claims begin, everybody is mailed, webhooks and pages follow. The draw
 * calls it, the end of a show, the organiser's button and the day's end; the row of the result decides who was first.
 *
 * @param scope the site, or the organiser who ended the show or pressed the button
 * @returns whether this call announced them; false where it is done, or nothing is drawn
 */
export async function announceWinners(
  tx: Transaction,
  scope: OrganiserScope | SiteItself,
  clock: Clock,
): Promise<boolean> {
  const { raffleId } = scope;
  const at = clock();
  // Changed below: raffles come first in the order of locks.
  await holdRaffle(tx, raffleId);
  const result = await tx
    .updateTable("drawResults")
    .set({ announcedAt: at })
    .where("raffleId", "=", raffleId)
    .where("announcedAt", "is", null)
    .returning("results")
    .executeTakeFirst();
  if (!result) return false;
  const { lock, roundAt, announcement } = await tx
    .selectFrom("drawLocks")
    .innerJoin("raffles", "raffles.id", "drawLocks.raffleId")
    .select(["lock", "roundAt", "raffles.announce as announcement"])
    .where("drawLocks.raffleId", "=", raffleId)
    .executeTakeFirstOrThrow();
  const { plan } = JSON.parse(lock) as Lock;
  const isLater = announcement === "with-show";
  // This process's clock may be slow.
  const since = isLater && at > roundAt ? at : roundAt;
  const results = JSON.parse(result.results) as readonly PrizeResult[];
  const holders = results.flatMap(({ prizeCode, winners }) => winners.map((ticket) => ({ prizeCode, ticket })));
  await addHolders(tx, raffleId, holders, { since, claimDays: plan.claimDays });
  await beginDrawnMailing(tx, raffleId, at);
  await mailNewHolders(tx, raffleId, since);
  // Its trigger has all processes drop the raffle's pages.
  await tx.updateTable("raffles").set({ updatedAt: at }).where("id", "=", raffleId).execute();
  await notifyRaffleChange(tx, raffleId, plan.raffle);
  await announce(tx, { raffleId, kind: "raffle.drawn", subjectId: null });
  await queuePush(tx, { raffleId, kind: "drawn", dueAt: at });
  // Of an announcement at once, the draw itself is recorded.
  const change = { action: "announce-winners", subject: plan.raffle, before: null, after: null } as const;
  if (isLater) await recordChange(tx, scope, change, clock);
  return true;
}

/**
 * Announces the winners before their show, or without one. Asked again, it changes nothing.
 *
 * @returns refusal: `not-drawn`
 */
export async function announceNow(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
): Promise<Outcome<void, Refusal<"not-drawn">>> {
  return inTransaction(db, async (tx) => {
    if (await announceWinners(tx, scope, clock)) return accept(undefined);
    const drawn = tx.selectFrom("drawResults").select("raffleId").where("raffleId", "=", scope.raffleId);
    return (await drawn.executeTakeFirst()) ? accept(undefined) : refuse({ reason: "not-drawn" });
  });
}
