import type { PlanFacts } from "#src/raffles/plan-facts.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { timeOf } from "../protocol/format/times.ts";
import { inDrawOrder, type Plan, PROTOCOL_1, type Protocol } from "../protocol/plan.ts";

/** By which version of the protocol this site makes plans and locks. */
export const SITE_PROTOCOL: Protocol = PROTOCOL_1;

const SECONDS_PER_MINUTE = 60;

/**
 * The plan of a raffle's draw, as it is published.
 *
 * @param codeId the raffle's code
 * @param chain the chain of the beacon that this site draws with
 */
export function planOf(facts: PlanFacts, codeId: string, chain: Chain): Plan {
  const { drawDate, drawRequires, drawWeight, prizesEach, reserves, claimDays, leadMinutes, prizes, drops } = facts;
  const worth = drops.reduce((sum, one) => sum + one, 0);
  return {
    protocol: SITE_PROTOCOL,
    raffle: codeId,
    drawDate: timeOf(Math.ceil(Date.parse(drawDate) / 1000)),
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
      prizes.map(({ prizeCode, orderNumber, numberOfWinners, pool }) => ({
        ...{ prizeCode, orderNumber, pool },
        winners: numberOfWinners,
      })),
    ),
  };
}
