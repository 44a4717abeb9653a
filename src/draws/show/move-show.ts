import { holdRaffle } from "#src/access/hold-raffle.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { announceWinners } from "../announcing/announce-winners.ts";
import type { Lock } from "../protocol/lock.ts";
import { readShowStep } from "./read.ts";
import { lastStep, revealedAt } from "./rules.ts";

export type ShowDeps = { readonly db: Database; readonly clock: Clock };

/** Where the show is now. Refusal: the winners are not drawn yet. */
export type ShowMoved = Outcome<number, Refusal<"not-drawn">>;

/**
 * Moves a show on by one step. Whoever comes late changes nothing: a double-click, or another desk.
 *
 * @param fromStep the step that the organiser saw
 */
export function advanceShow(deps: ShowDeps, scope: OrganiserScope, fromStep: number): Promise<ShowMoved> {
  return moveShow(deps, scope, (step) => (step === fromStep ? step + 1 : step));
}

/** Reveals all that is left. */
export function endShow(deps: ShowDeps, scope: OrganiserScope): Promise<ShowMoved> {
  return moveShow(deps, scope, (_step, last) => last);
}

async function moveShow(
  { db, clock }: ShowDeps,
  scope: OrganiserScope,
  move: (step: number, last: number) => number,
): Promise<ShowMoved> {
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const prizes = await holdShow(tx, raffleId);
    if (prizes === null) return refuse({ reason: "not-drawn" });
    const now = await readShowStep(tx, raffleId);
    const last = lastStep(prizes);
    const step = Math.min(move(now, last), last);
    if (step === now) return accept(now);
    const values = { step, updatedAt: clock() };
    await tx
      .insertInto("drawShows")
      .values({ raffleId, ...values })
      .onConflict((conflict) => conflict.column("raffleId").doUpdateSet(values))
      .execute();
    await notifyRaffleChange(tx, raffleId);
    // Nothing is left to reveal: whoever forgets to end the show keeps no winner waiting.
    if (revealedAt(step) >= prizes) await announceWinners(tx, scope, clock);
    return accept(step);
  });
}

/**
 * Keeps all others from moving this show until the transaction ends. Returns how many prizes it has; null before the
 * draw.
 */
async function holdShow(tx: Transaction, raffleId: string): Promise<number | null> {
  // The last step announces the winners, which changes the raffle: raffles come first in the order of locks.
  await holdRaffle(tx, raffleId);
  const row = await tx
    .selectFrom("drawResults")
    .innerJoin("drawLocks", "drawLocks.raffleId", "drawResults.raffleId")
    .select("lock")
    .where("drawResults.raffleId", "=", raffleId)
    .forNoKeyUpdate("drawResults")
    .executeTakeFirst();
  return row ? (JSON.parse(row.lock) as Lock).plan.prizes.length : null;
}
