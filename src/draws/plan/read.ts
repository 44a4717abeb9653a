import type { OrganiserScope } from "#src/access/scope.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import type { Reader } from "#src/db/connect.ts";
import type { PlanFacts } from "#src/raffles/plan-facts.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { planOf } from "./plan.ts";
import type { PlannedRaffle } from "./plan-texts.ts";

/** A change of a plan after the first entry, with the hash of the plan before and after it. */
export type PlanChange = {
  readonly id: string;
  readonly at: Date;
  readonly before: PlannedRaffle & { readonly hash: string };
  readonly after: PlannedRaffle & { readonly hash: string };
};

/** Changes that are shown: the latest. Nobody changes a plan more often in earnest. */
const MOST_SHOWN = 50;

/** The changes of a raffle's plan since somebody entered, the latest first, 50 at most. */
export async function readPlanChanges(
  reader: Reader,
  raffle: { readonly id: string; readonly codeId: string },
  chain: Chain,
): Promise<PlanChange[]> {
  const rows = await reader
    .selectFrom("planChanges")
    .select(["id", "at", "before", "after"])
    .where("raffleId", "=", raffle.id)
    .orderBy("id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  const planned = (facts: unknown) => {
    const plan = planOf(facts as PlanFacts, raffle.codeId, chain);
    return { plan, facts: facts as PlanFacts, hash: hashOf(plan) };
  };
  return rows.map(({ id, at, before, after }) => ({ id, at, before: planned(before), after: planned(after) }));
}

/** When a raffle's list locks by itself; null where only its organiser can lock it. */
export async function readLockAt(reader: Reader, scope: OrganiserScope): Promise<Date | null> {
  const row = await reader.selectFrom("raffles").select("lockAt").where("id", "=", scope.raffleId).executeTakeFirst();
  return row?.lockAt ?? null;
}
