import { useTranslation } from "react-i18next";
import { ruleText } from "#src/raffles/rule-text.ts";
import type { RuleEffect } from "#src/raffles/rules.ts";

export function useRuleText(effect: RuleEffect, rules: { readonly count: number; readonly open: boolean }) {
  const { t } = useTranslation(["raffles"]);
  return ruleText(effect, rules, (key, params = { count: rules.count }) => t(key, params));
}
