import { DAY_MS } from "#src/base/clock.ts";
import { type LinkRequirement, WINNERS_SOON_DAYS } from "./limits.ts";
import type { Prize, PublicRaffle, RaffleRule } from "./schema.ts";

/** What a rule is worth at most for one entry. */
export function worthOf({ drops, maxTimes }: Pick<RaffleRule, "drops" | "maxTimes">): number {
  return drops * maxTimes;
}

/** Sorts prizes as they are shown and drawn: by order number, then by prize code in UTF-16 order. */
export function inPrizeOrder<P extends Pick<Prize, "orderNumber" | "prizeCode">>(prizes: readonly P[]): P[] {
  return prizes.toSorted(
    (a, b) => a.orderNumber - b.orderNumber || (a.prizeCode < b.prizeCode ? -1 : Number(a.prizeCode > b.prizeCode)),
  );
}

/** The names of prizes by prize code. */
export function prizeNamesOf(prizes: readonly Pick<Prize, "prizeCode" | "name">[]): ReadonlyMap<string, string> {
  return new Map(prizes.map(({ prizeCode, name }) => [prizeCode, name]));
}

/** Sorts rules by number, then by id, so the one made earlier comes first. */
export function inRuleOrder<R extends Pick<RaffleRule, "number" | "id">>(rules: readonly R[]): R[] {
  return rules.toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1));
}

/** The moment from which a raffle's entries are erased: the retention days, of 24 hours each, after the draw. */
export function storedUntil({ drawDate, retentionDays }: Pick<PublicRaffle, "drawDate" | "retentionDays">): Date {
  return new Date(drawDate.getTime() + retentionDays * DAY_MS);
}

/** Whether pages still announce the winners as "soon": until WINNERS_SOON_DAYS after the draw. */
export function awaitsWinners({ drawDate }: Pick<PublicRaffle, "drawDate">, now: Date): boolean {
  return now.getTime() <= drawDate.getTime() + WINNERS_SOON_DAYS * DAY_MS;
}

/** The worth as a number, or null if it is empty or zero, so pages hide it. */
export function shownWorth(worth: string): number | null {
  const amount = Number(worth.replaceAll(",", ""));
  return worth !== "" && amount > 0 ? amount : null;
}

/** Whether the entry form asks for this network's link. */
export function asksForLink(requirement: LinkRequirement): boolean {
  return requirement !== "not-asked";
}

/** What the rules of a raffle do for an entry in its draw. */
export type RuleEffect = {
  /** What being in play takes: every rule, at least one of several, or none. */
  readonly need: "required" | "one" | "optional";
  /** Whether drops change a chance: whether two entries in play can have different numbers of chances. */
  readonly drops: boolean;
};

/** Decides from a raffle's plan what doing its rules changes. All that pages say of rules and drops follows from it. */
export function ruleEffectOf({
  drawRequires,
  drawWeight,
  rules,
}: Pick<PublicRaffle, "drawRequires" | "drawWeight"> & {
  readonly rules: readonly Pick<RaffleRule, "drops" | "maxTimes">[];
}): RuleEffect {
  const worth = rules.map(({ drops }) => drops);
  const all = rules.reduce((sum, rule) => sum + worthOf(rule), 0);
  const counted = (least: number) => drawWeight === "drops" && least < all;
  // A plan without rules requires nothing.
  if (drawRequires === "none" || rules.length === 0) return { need: "optional", drops: counted(1) };
  // Who is in play has done all of them, and so has the chances of everybody else, but for what counts several times.
  if (drawRequires === "all-rules" || rules.length === 1) {
    return { need: "required", drops: counted(worth.reduce((sum, drops) => sum + drops, 0)) };
  }
  return { need: "one", drops: counted(Math.min(...worth)) };
}
