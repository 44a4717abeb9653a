import type { KeyUnder } from "#src/i18n/text-keys.ts";
import type { RuleEffect } from "./rules.ts";

type Translate = (
  key: `raffles:ruleEffect.${KeyUnder<"raffles", "ruleEffect">}`,
  params?: { readonly count: number },
) => string;

/**
 * What to say of a raffle's rules, on pages and in mails: drops only where they change a chance, elsewhere what is
 * required.
 *
 * @param rules.count how many rules the raffle has
 * @param rules.open whether they can still be done
 * @param t translates keys with the namespace `raffles:`
 * @returns the sentence about all of them, and the mark of one that is worth so many drops
 */
export function ruleText(
  effect: RuleEffect,
  { count, open }: { readonly count: number; readonly open: boolean },
  t: Translate,
) {
  const need = t(`raffles:ruleEffect.${open ? "lead" : "leadClosed"}.${effect.need}`, { count });
  return {
    lead: [need, dropsText(effect, t)].filter((text) => text !== "").join(" "),
    mark: (drops: number) =>
      effect.drops ? t("raffles:ruleEffect.drops", { count: drops }) : t(`raffles:ruleEffect.${effect.need}`),
  };
}

/** What drops are, where they change a chance; else empty. */
export function dropsText({ need, drops }: RuleEffect, t: Translate): string {
  return drops ? t(`raffles:ruleEffect.chances.${need === "one" ? "one" : "optional"}`) : "";
}
