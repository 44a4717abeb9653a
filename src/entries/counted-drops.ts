import { worthOf } from "#src/raffles/rules.ts";
import type { RaffleRule } from "#src/raffles/schema.ts";

/** Drops that the ledger has of an entry, by the ids of rules. */
export type Earned = Readonly<Record<string, number>>;

/** What of a rule decides its drops. */
export type CountedRule = Pick<RaffleRule, "id" | "drops" | "proof" | "maxTimes">;

/** An entry's drops: those of the rules that the raffle still has. `ruleEffectOf` says whether they count. */
export function dropsOf(rules: readonly CountedRule[], doneRules: readonly string[], earned: Earned): number {
  const done = new Set(doneRules);
  return rules.reduce((sum, rule) => sum + dropsOfRule(rule, done, earned), 0);
}

/**
 * What one rule gives an entry: where a tick is believed, its drops; else what the ledger says, as far as the rule is
 * worth it now.
 */
export function dropsOfRule(rule: CountedRule, done: ReadonlySet<string>, earned: Earned): number {
  if (rule.proof === "said") return done.has(rule.id) ? rule.drops : 0;
  return Math.max(0, Math.min(earned[rule.id] ?? 0, worthOf(rule)));
}
