import type { PrizeIcon } from "#src/raffles/limits.ts";
import {
  newPrizeRow,
  newRuleRow,
  nextKey,
  type PrizeFormRow,
  type RaffleFormValues,
  type RuleFormRow,
  touchedPlaces,
} from "../read-raffle-form.ts";

/** The usual kinds of raffles: the drawing of each prize, and the drops of each rule. The catalogue has their texts. */
const TEMPLATES = {
  flash: { prizes: ["gift"], rules: [1] },
  follow: { prizes: ["basket"], rules: [1, 2, 1] },
  receipt: { prizes: ["voucher", "basket"], rules: [1, 1] },
  event: { prizes: ["gift", "meal", "cup"], rules: [1, 1] },
} as const satisfies Record<string, { prizes: readonly PrizeIcon[]; rules: readonly number[] }>;

/** The texts of a template in the catalogue. */
const PRIZES = ["prize1", "prize2", "prize3"] as const;
const RULES = ["rule1", "rule2", "rule3"] as const;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** The template of a pressed button; undefined for any other button. */
export function templateOf(intent: string): TemplateName | undefined {
  return TEMPLATE_NAMES.find((name) => intent === `template:${name}`);
}

/**
 * Fills a template's prizes and rules into the form. What somebody typed stays, before them; the untouched rows of
 * another template go.
 *
 * @param form what is in the form: a chosen file is in no value
 * @param say the catalogue's text of a key, in the person's language
 */
export function fillTemplate(
  values: RaffleFormValues,
  form: FormData,
  name: TemplateName,
  say: (key: string) => string,
): RaffleFormValues {
  const texts = new Set(TEMPLATE_NAMES.flatMap((each) => Object.values(textsOf(each, say)).flat()));
  const { prizes, rules } = touchedPlaces(values, form);
  const chosen = textsOf(name, say);
  const filled: { prizes: PrizeFormRow[]; rules: RuleFormRow[] } = {
    prizes: prizes.flatMap((place) => values.prizes[place] ?? []).filter((row) => !texts.has(row.name)),
    rules: rules.flatMap((place) => values.rules[place] ?? []).filter((row) => !texts.has(row.details)),
  };
  // A new row takes no key of a row that goes: React would keep what is in its fields.
  for (const [place, icon] of TEMPLATES[name].prizes.entries()) {
    const key = nextKey([...values.prizes, ...filled.prizes]);
    filled.prizes.push({ ...newPrizeRow(filled.prizes), key, icon, name: chosen.prizes[place] ?? "" });
  }
  for (const [place, drops] of TEMPLATES[name].rules.entries()) {
    const key = nextKey([...values.rules, ...filled.rules]);
    filled.rules.push({
      ...newRuleRow(filled.rules),
      key,
      drops: String(drops),
      details: chosen.rules[place] ?? "",
    });
  }
  return { ...values, ...filled };
}

function textsOf(name: TemplateName, say: (key: string) => string) {
  return {
    prizes: TEMPLATES[name].prizes.map((_, place) => say(`raffles:templates.${name}.${PRIZES[place]}`)),
    rules: TEMPLATES[name].rules.map((_, place) => say(`raffles:templates.${name}.${RULES[place]}`)),
  };
}
