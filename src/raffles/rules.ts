import type { LinkRequirement } from "./limits.ts";
import type { Prize, PublicRaffle, RaffleRule } from "./schema.ts";

/** Prizes in the order in which they are shown and drawn: by order number, then prize code by code point. */
export function inPrizeOrder<P extends Pick<Prize, "orderNumber" | "prizeCode">>(prizes: readonly P[]): P[] {
  return prizes.toSorted(
    (a, b) => a.orderNumber - b.orderNumber || (a.prizeCode < b.prizeCode ? -1 : Number(a.prizeCode > b.prizeCode)),
  );
}

/** Rules in the order of their numbers; of those that share one, the earlier made (its id is smaller) comes first. */
export function inRuleOrder<R extends Pick<RaffleRule, "number" | "id">>(rules: readonly R[]): R[] {
  return rules.toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1));
}

const DAY_MS = 86_400_000;

/** The moment from which a raffle's entries are erased: so many days of 24 hours after the draw. */
export function keptUntil({ drawDate, retentionDays }: Pick<PublicRaffle, "drawDate" | "retentionDays">): Date {
  return new Date(drawDate.getTime() + retentionDays * DAY_MS);
}

/** The worth to show as a number, or null where it is empty or zero and therefore hidden. */
export function shownWorth(worth: string): number | null {
  const amount = Number(worth.replaceAll(",", ""));
  return worth !== "" && amount > 0 ? amount : null;
}

/** Whether an entry to this raffle is asked for a link to this network at all. */
export function asksForLink(requirement: LinkRequirement): boolean {
  return requirement !== "not-asked";
}
