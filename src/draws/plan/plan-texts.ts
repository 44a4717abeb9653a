import { formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Plan } from "../protocol/plan.ts";

/** The members of a plan that people read, in the order in which they are shown. */
const SHOWN = [
  "requires",
  "weight",
  "onePrizePerEntry",
  "prizes",
  "reserves",
  "drawDate",
  "leadSeconds",
  "claimDays",
] as const satisfies readonly (keyof Plan)[];

/** A part of a plan in words. */
export type PlanLine = { readonly name: string; readonly value: string };

/** A plan in words that need no protocol. */
export function planLines(plan: Plan, language: Language, timeZone: string): PlanLine[] {
  return SHOWN.map((member) => ({
    name: translate(language, { key: `draws:plan.member.${member}` }),
    value: wordsOf(plan, member, language, timeZone),
  }));
}

/** What differs between two plans, in words. */
export function planDifferences(
  before: Plan,
  after: Plan,
  language: Language,
  timeZone: string,
): { readonly name: string; readonly before: string; readonly after: string }[] {
  const then = planLines(after, language, timeZone);
  return planLines(before, language, timeZone).flatMap(({ name, value }, index) => {
    const changed = then[index]?.value ?? "";
    return changed === value ? [] : [{ name, before: value, after: changed }];
  });
}

function wordsOf(plan: Plan, member: (typeof SHOWN)[number], language: Language, timeZone: string): string {
  const words = (key: string, params: Record<string, string | number> = {}) =>
    translate(language, { key: `draws:plan.${key}`, params });
  switch (member) {
    case "requires":
    case "weight":
      return words(`${member}.${plan[member]}`);
    case "onePrizePerEntry":
      return words(`onePrizePerEntry.${plan.onePrizePerEntry}`);
    case "prizes":
      return plan.prizes
        .map(({ prizeCode, winners, pool }) => words(`prize.${pool}`, { prizeCode, count: winners }))
        .join("; ");
    case "drawDate": {
      const { date, time } = formatTimestamp(new Date(plan.drawDate), language, timeZone);
      return words("moment", { date, time });
    }
    case "leadSeconds":
      return words("minutes", { count: Math.round(plan.leadSeconds / 60) });
    case "reserves":
      return words("eachPrize", { count: plan.reserves });
    case "claimDays":
      return words("days", { count: plan.claimDays });
  }
}
