import { formatDay } from "#src/i18n/day.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder, TextParams } from "#src/i18n/text-keys.ts";
import { formatTime } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import type { PlanFacts } from "#src/raffles/plan-facts.ts";
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
  "pauseDays",
] as const satisfies readonly (keyof Plan)[];

/** A part of a plan in words. */
export type PlanLine = { readonly name: string; readonly value: string };

/** How a plan is put in words. `prizeNames` are by prize code; a prize without one is named by its code. */
export type PlanWords = {
  readonly language: Language;
  readonly timeZone: string;
  readonly prizeNames: ReadonlyMap<string, string>;
};

/** A plan in words that need no protocol. What a plan of the first version lacks is empty. */
export function planLines(plan: Plan, how: PlanWords): PlanLine[] {
  return SHOWN.map((member) => ({
    name: translate(how.language, { key: `draws:plan.member.${member}` }),
    value: wordsOf(plan, member, how),
  }));
}

/** A raffle's plan, and what it is made of. */
export type PlannedRaffle = {
  readonly plan: Plan;
  readonly facts: Pick<PlanFacts, "dueDate" | "checkMinutes" | "announce">;
};

/**
 * What differs between two plans and what is promised beside them, in words. What one of them lacks is no difference.
 */
export function planDifferences(
  before: PlannedRaffle,
  after: PlannedRaffle,
  how: PlanWords,
): { readonly name: string; readonly before: string; readonly after: string }[] {
  const lines = (of: PlannedRaffle) => [
    ...dateLines(of.facts, how),
    ...planLines(of.plan, how),
    announcementLine(of.facts, how.language),
  ];
  const then = lines(after);
  return lines(before).flatMap(({ name, value }, index) => {
    const changed = then[index]?.value ?? "";
    return value === "" || changed === "" || changed === value ? [] : [{ name, before: value, after: changed }];
  });
}

/** When winners are announced; empty where that was not stored. */
export function announcementLine({ announce }: Pick<PlanFacts, "announce">, language: Language): PlanLine {
  const say = (key: KeyUnder<"draws", "plan">) =>
    translate(language, { key: `draws:plan.${key}`, params: { count: ANNOUNCED_WITHIN_HOURS } });
  return { name: say("member.announce"), value: announce ? say(`announce.${announce}`) : "" };
}

/** The dates beside a plan; empty where they were not stored. */
function dateLines({ dueDate, checkMinutes }: PlannedRaffle["facts"], { language, timeZone }: PlanWords): PlanLine[] {
  const say = (key: KeyUnder<"draws", "plan">, params = {}) =>
    translate(language, { key: `draws:plan.${key}`, params });
  const due = dueDate && say("moment", dayAndTime(dueDate, language, timeZone));
  return [
    { name: say("member.dueDate"), value: due ?? "" },
    {
      name: say("member.checkMinutes"),
      value: checkMinutes === undefined ? "" : say("minutes", { count: checkMinutes }),
    },
  ];
}

function dayAndTime(moment: string, language: Language, timeZone: string) {
  const at = new Date(moment);
  return { date: formatDay(at, language, timeZone), time: formatTime(at, language, timeZone) };
}

function wordsOf(plan: Plan, member: (typeof SHOWN)[number], { language, timeZone, prizeNames }: PlanWords): string {
  const words = (key: KeyUnder<"draws", "plan">, params: TextParams = {}) =>
    translate(language, { key: `draws:plan.${key}`, params });
  switch (member) {
    case "requires":
      return words(`requires.${plan.requires}`);
    case "weight":
      return words(`weight.${plan.weight}`);
    case "onePrizePerEntry":
      return words(`onePrizePerEntry.${plan.onePrizePerEntry}`);
    case "prizes":
      return plan.prizes
        .map(({ prizeCode, winners, pool, odds }) => {
          const prize = words(`prize.${pool}`, { name: prizeNames.get(prizeCode) ?? prizeCode, count: winners });
          return odds && odds.chances < odds.of ? words("odds", { prize, ...odds }) : prize;
        })
        .join("; ");
    case "drawDate":
      return words("moment", dayAndTime(plan.drawDate, language, timeZone));
    case "leadSeconds":
      return words("minutes", { count: Math.round(plan.leadSeconds / 60) });
    case "reserves":
      return words("eachPrize", { count: plan.reserves });
    case "claimDays":
      return words("days", { count: plan.claimDays });
    case "pauseDays": {
      const count = plan.pauseDays ?? 0;
      return plan.pauseDays === undefined ? "" : words(count === 0 ? "nobodyPaused" : "paused", { count });
    }
  }
}
