import type { PlanFacts } from "#src/raffles/plan-facts.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { timeOf } from "../protocol/format/times.ts";
import { inDrawOrder, type Plan, type PlannedPrize, PROTOCOL_1, PROTOCOL_2, type Protocol } from "../protocol/plan.ts";

/** By which version of the protocol this site makes plans and locks. */
export const SITE_PROTOCOL: Protocol = PROTOCOL_2;

const SECONDS_PER_MINUTE = 60;

/**
 * The plan of a raffle's draw, as it is published. Facts that were stored for a plan by /1 give that plan again.
 *
 * @param codeId the raffle's code
 * @param chain the chain of the beacon that this site draws with
 */
export function planOf(facts: PlanFacts, codeId: string, chain: Chain): Plan {
  const { drawDate, drawRequires, drawWeight, prizesEach, reserves, claimDays, leadMinutes, prizes, drops } = facts;
  const worth = drops.reduce((sum, one) => sum + one, 0);
  const isFirst = facts.pauseDays === undefined || facts.dueDate === undefined;
  return {
    protocol: isFirst ? PROTOCOL_1 : SITE_PROTOCOL,
    raffle: codeId,
    ...(!isFirst && { closes: secondsAfter(facts.dueDate), pauseDays: facts.pauseDays }),
    drawDate: secondsAfter(drawDate),
    chain: chain.hash,
    leadSeconds: leadMinutes * SECONDS_PER_MINUTE,
    // Who did all of no rules did nothing: a plan says so.
    requires: drops.length === 0 ? "none" : drawRequires,
    weight: drawWeight,
    maxChances: drawWeight === "drops" ? Math.max(1, worth) : 1,
    onePrizePerEntry: prizesEach === "one",
    reserves,
    claimDays,
    prizes: inDrawOrder(
      prizes.map(
        ({ prizeCode, orderNumber, numberOfWinners, pool, oddsChances, oddsOf }): PlannedPrize => ({
          ...{ prizeCode, orderNumber, pool },
          winners: numberOfWinners,
          ...(!isFirst && { odds: { chances: oddsChances, of: oddsOf } }),
        }),
      ),
    ),
  };
}

/** A time in whole seconds, not before the one that is meant. */
function secondsAfter(time: string): string {
  return timeOf(Math.ceil(Date.parse(time) / 1000));
}
