import type { KeyUnder } from "#src/i18n/text-keys.ts";
import type { PrizeIcon } from "#src/raffles/limits.ts";
import { formText } from "../../requests/form-text.ts";
import { chooseDue, type DueChoice, type DueName } from "./due-choice.ts";
import {
  newPrizeRow,
  newRuleRow,
  nextKey,
  type PrizeFormRow,
  type RaffleFormValues,
  type RuleFormRow,
  touchedPlaces,
} from "./read-raffle-form.ts";

/**
 * The usual kinds of raffles: their due date, the drawing of each prize, and the drops of each rule. The catalogue has
 * their texts.
 */
const TEMPLATES = {
  flash: { due: "first", prizes: [["flash.prize1", "gift"]], rules: [["flash.rule1", 1]] },
  follow: {
    due: "week",
    prizes: [["follow.prize1", "basket"]],
    rules: [
      ["follow.rule1", 1],
      ["follow.rule2", 2],
      ["follow.rule3", 1],
    ],
  },
  receipt: {
    due: "week",
    prizes: [
      ["receipt.prize1", "voucher"],
      ["receipt.prize2", "basket"],
    ],
    rules: [
      ["receipt.rule1", 1],
      ["receipt.rule2", 1],
    ],
  },
  event: {
    due: "sunday",
    prizes: [
      ["event.prize1", "gift"],
      ["event.prize2", "meal"],
      ["event.prize3", "cup"],
    ],
    rules: [
      ["event.rule1", 1],
      ["event.rule2", 1],
    ],
  },
} as const satisfies Record<
  string,
  {
    due: "first" | DueName;
    prizes: readonly (readonly [TemplateText, PrizeIcon])[];
    rules: readonly (readonly [TemplateText, number])[];
  }
>;

type TemplateText = KeyUnder<"raffles", "templates">;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** The template of a pressed button; undefined for any other button. */
export function templateOf(intent: string): TemplateName | undefined {
  return TEMPLATE_NAMES.find((name) => intent === `template:${name}`);
}

type Site = {
  /** The catalogue's text of a key, in the person's language. */
  readonly say: (key: TemplateText) => string;
  readonly dueChoices: readonly DueChoice[];
};

/**
 * Fills a template's prizes, rules and due date into the form. What somebody typed stays, before them; what another
 * template filled in, and nobody touched, goes.
 *
 * @param form what is in the form: a chosen file is in no value, and the template before is in a hidden field
 */
export function fillTemplate(
  values: RaffleFormValues,
  form: FormData,
  name: TemplateName,
  { say, dueChoices }: Site,
): RaffleFormValues {
  const texts = new Set(TEMPLATE_NAMES.flatMap((each) => textsOf(each).map(say)));
  const { prizes, rules } = touchedPlaces(values, form);
  const filled: { prizes: PrizeFormRow[]; rules: RuleFormRow[] } = {
    prizes: prizes.flatMap((place) => values.prizes[place] ?? []).filter((row) => !texts.has(row.name)),
    rules: rules.flatMap((place) => values.rules[place] ?? []).filter((row) => !texts.has(row.details)),
  };
  // A new row takes no key of a row that goes: React would keep what is in its fields.
  for (const [text, icon] of TEMPLATES[name].prizes) {
    const key = nextKey([...values.prizes, ...filled.prizes]);
    filled.prizes.push({ ...newPrizeRow(filled.prizes), key, icon, name: say(text) });
  }
  for (const [text, drops] of TEMPLATES[name].rules) {
    const key = nextKey([...values.rules, ...filled.rules]);
    filled.rules.push({
      ...newRuleRow(filled.rules),
      key,
      drops: String(drops),
      details: say(text),
    });
  }
  const before = templateOf(`template:${formText(form, "template")}`);
  const isTyped = values.dueDate !== "" && values.dueDate !== (before && dueDateOf(before, dueChoices));
  const due = isTyped ? undefined : dueDateOf(name, dueChoices);
  return { ...(due ? chooseDue(values, due) : values), ...filled };
}

/** The due date of a template: in a week where Sunday is none of the choices. */
function dueDateOf(template: TemplateName, choices: readonly DueChoice[]): string | undefined {
  const { due } = TEMPLATES[template];
  const [first, ...later] = choices;
  const chosen = due === "first" ? first : choices.find(({ name }) => name === due);
  return (chosen ?? later.at(-1))?.value;
}

function textsOf(name: TemplateName): TemplateText[] {
  const { prizes, rules } = TEMPLATES[name];
  return [...prizes, ...rules].map(([text]) => text);
}
