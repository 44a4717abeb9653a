import { useTranslation } from "react-i18next";
import type { RuleEffect } from "#src/raffles/rules.ts";

/**
 * What to say of a raffle's rules: drops only where they change a chance, elsewhere what is required.
 *
 * @param count how many rules the raffle has
 * @returns the sentence about all of them, and the mark of one that is worth so many drops
 */
export function useRuleText(effect: RuleEffect, count: number) {
  const { t } = useTranslation("raffles");
  const need = t(`ruleEffect.lead.${effect.need}`, { count });
  return {
    lead: effect.drops ? `${need} ${t(`ruleEffect.chances.${effect.need === "one" ? "one" : "optional"}`)}` : need,
    mark: (drops: number) => (effect.drops ? t("ruleEffect.drops", { count: drops }) : t(`ruleEffect.${effect.need}`)),
  };
}
