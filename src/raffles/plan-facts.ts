import { canonicalJson } from "#src/base/canonical-json.ts";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { pick } from "./fields.ts";
import type { Announcement } from "./limits.ts";
import { PLANNED_PRIZE_FIELDS, type PlannedPrizeField } from "./row-fields.ts";
import { worthOf } from "./rules.ts";
import type { Prize, PublicRaffle, RaffleRule } from "./schema.ts";

type Raffle = Pick<
  PublicRaffle,
  | "dueDate"
  | "checkMinutes"
  | "drawDate"
  | "drawRequires"
  | "drawWeight"
  | "prizesEach"
  | "reserves"
  | "claimDays"
  | "leadMinutes"
  | "pauseDays"
  | "announce"
> & { readonly prizes: readonly PlannedPrize[]; readonly rules: readonly Pick<RaffleRule, "drops" | "maxTimes">[] };

type PlannedPrize = Pick<Prize, PlannedPrizeField>;

/**
 * All of a raffle that its plan is made of (src/draws/plan), as JSON, and what entrants are notified of beside the
 * plan. The protocol has exactly its own members, so that those stand here alone. Changes stored before they did lack
 * them.
 */
export type PlanFacts = Omit<
  Raffle,
  "drawDate" | "dueDate" | "checkMinutes" | "pauseDays" | "announce" | "prizes" | "rules"
> & {
  readonly drawDate: string;
  readonly dueDate?: string;
  readonly checkMinutes?: number;
  readonly announce?: Announcement;
  /** Facts without it are of a plan by tambiolo-draw/1. */
  readonly pauseDays?: number;
  readonly prizes: readonly PlannedPrize[];
  /** What each rule is worth at most. */
  readonly drops: readonly number[];
};

/** Takes from a raffle what its plan is made of. */
export function planFactsOf(raffle: Raffle): PlanFacts {
  const { drawDate, drawRequires, drawWeight, prizesEach, reserves, claimDays, leadMinutes, pauseDays } = raffle;
  return {
    ...{ drawRequires, drawWeight, prizesEach, reserves, claimDays, leadMinutes, pauseDays },
    dueDate: raffle.dueDate.toISOString(),
    checkMinutes: raffle.checkMinutes,
    announce: raffle.announce,
    drawDate: drawDate.toISOString(),
    prizes: raffle.prizes.map((prize) => pick(prize, PLANNED_PRIZE_FIELDS)),
    drops: raffle.rules.map(worthOf),
  };
}

/**
 * Stores a change of a raffle's plan for everybody to see, if somebody has entered already. Its entrants are mailed
 * about it, once about all changes of some hours (src/draws/mails).
 */
export async function recordPlanChange(
  tx: Transaction,
  raffleId: string,
  change: { readonly before: PlanFacts; readonly after: PlanFacts; readonly at: Date },
): Promise<void> {
  const [before, after] = [canonicalJson(change.before), canonicalJson(change.after)];
  if (before === after) return;
  const entry = await tx
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", raffleId)
    .limit(1)
    .executeTakeFirst();
  if (!entry) return;
  // The log looks at the raffle's plan again.
  await tx.insertInto("logQueue").values({ raffleId }).execute();
  await tx.insertInto("planChanges").values({ raffleId, id: newId(), at: change.at, before, after }).execute();
  const collected = { after, changedAt: change.at };
  await tx
    .insertInto("drawMailings")
    .values({
      raffleId,
      id: newId(),
      kind: "plan-changed",
      state: "collecting",
      begunAt: change.at,
      before,
      ...collected,
    })
    .onConflict((conflict) => conflict.column("raffleId").where("state", "=", "collecting").doUpdateSet(collected))
    .execute();
}
