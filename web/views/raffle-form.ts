import type { FieldMessages } from "#src/base/refusal.ts";
import { DEFAULT_SOURCES, LINK_REQUIREMENTS, RAFFLE_LIMITS, RAFFLE_STATUSES } from "#src/raffles/limits.ts";
import { formText } from "./form-text.ts";

export type PrizeFormRow = {
  readonly key: string;
  readonly prizeCode: string;
  readonly name: string;
  readonly details: string;
  readonly worth: string;
  readonly numberOfWinners: string;
  readonly orderNumber: string;
};

export type RuleFormRow = {
  readonly key: string;
  readonly number: string;
  readonly details: string;
  readonly drops: string;
};

/** What the raffle form holds, as it was typed. */
export type RaffleFormValues = {
  readonly name: string;
  readonly details: string;
  readonly dueDate: string;
  readonly drawDate: string;
  readonly status: string;
  readonly sources: string;
  readonly facebookLink: string;
  readonly instagramLink: string;
  readonly prizes: readonly PrizeFormRow[];
  readonly rules: readonly RuleFormRow[];
};

/** What the organiser pressed: create, or a button that adds or removes a row (without JavaScript). */
export type RaffleFormIntent =
  | { readonly do: "create" }
  | { readonly do: "add"; readonly list: "prizes" | "rules" }
  | { readonly do: "remove"; readonly list: "prizes" | "rules"; readonly index: number };

const PRIZE_FIELDS = ["prizeCode", "name", "details", "worth", "numberOfWinners", "orderNumber"] as const;
const RULE_FIELDS = ["number", "details", "drops"] as const;
const INTENT = /^(add|remove):(prizes|rules)(?::(\d{1,3}))?$/;

/** A new raffle's form: one prize to fill in, since there must be one, and one rule. */
export function emptyRaffleForm(): RaffleFormValues {
  return {
    name: "",
    details: "",
    dueDate: "",
    drawDate: "",
    status: RAFFLE_STATUSES[0],
    sources: DEFAULT_SOURCES.join(", "),
    facebookLink: LINK_REQUIREMENTS[0],
    instagramLink: LINK_REQUIREMENTS[0],
    prizes: [newPrizeRow([])],
    rules: [newRuleRow([])],
  };
}

/** The name of a field in a list's row; `index` counts from 0. */
export function rowField(list: "prizes" | "rules", index: number, field: string): string {
  return `${list}.${index}.${field}`;
}

/** Reads the raffle form, whoever sent it. */
export function readRaffleForm(form: FormData): { values: RaffleFormValues; intent: RaffleFormIntent } {
  const text = (name: string) => formText(form, name);
  const values: RaffleFormValues = {
    name: text("name"),
    details: text("details"),
    dueDate: text("dueDate"),
    drawDate: text("drawDate"),
    status: text("status"),
    sources: text("sources"),
    facebookLink: text("facebookLink"),
    instagramLink: text("instagramLink"),
    prizes: readRows(form, "prizes", PRIZE_FIELDS),
    rules: readRows(form, "rules", RULE_FIELDS),
  };
  const [, verb, list, index] = INTENT.exec(text("intent")) ?? [];
  if (list !== "prizes" && list !== "rules") return { values, intent: { do: "create" } };
  const intent =
    verb === "add" ? ({ do: "add", list } as const) : ({ do: "remove", list, index: Number(index) } as const);
  return { values, intent };
}

/** The form after a row was added or removed: the same in the browser and on the server. */
export function changeRows(values: RaffleFormValues, intent: RaffleFormIntent): RaffleFormValues {
  if (intent.do === "remove") {
    const { list, index } = intent;
    return { ...values, [list]: values[list].filter((_, place) => place !== index) };
  }
  if (intent.do === "add" && intent.list === "prizes") {
    return { ...values, prizes: [...values.prizes, newPrizeRow(values.prizes)] };
  }
  if (intent.do === "add") return { ...values, rules: [...values.rules, newRuleRow(values.rules)] };
  return values;
}

/** The form's values as the body of a new raffle, and for each row in it the place of that row in the form. */
export type RaffleBody = {
  readonly body: RaffleFormValues;
  readonly places: { readonly prizes: readonly number[]; readonly rules: readonly number[] };
};

/** Leaves out the rows that nobody filled in, except a first prize: its fields say what is missing. */
export function raffleBody(values: RaffleFormValues): RaffleBody {
  const prizes = placesOf(values.prizes, (row) => row.prizeCode + row.name + row.details + row.worth);
  const rules = placesOf(values.rules, (row) => row.details);
  const places = { prizes: prizes.length > 0 || values.prizes.length === 0 ? prizes : [0], rules };
  return { body: { ...values, prizes: pick(values.prizes, places.prizes), rules: pick(values.rules, rules) }, places };
}

/** What is wrong with the body's rows, said of the form's. */
export function atFormPlaces(errors: FieldMessages, places: RaffleBody["places"]): FieldMessages {
  const moved = Object.entries(errors).map(([path, messages]) => {
    const [list = "", index = "", ...field] = path.split(".");
    const place = list === "prizes" || list === "rules" ? places[list][Number(index)] : undefined;
    return [field.length > 0 && place !== undefined ? [list, place, ...field].join(".") : path, messages];
  });
  return Object.fromEntries(moved);
}

function placesOf<Row>(rows: readonly Row[], textOf: (row: Row) => string): number[] {
  return rows.flatMap((row, place) => (textOf(row).trim() === "" ? [] : [place]));
}

function pick<Row>(rows: readonly Row[], places: readonly number[]): Row[] {
  return rows.filter((_, place) => places.includes(place));
}

function newPrizeRow(rows: readonly PrizeFormRow[]): PrizeFormRow {
  const orderNumber = nextNumber(rows.map((row) => row.orderNumber));
  return { key: nextKey(rows), prizeCode: "", name: "", details: "", worth: "", numberOfWinners: "1", orderNumber };
}

function newRuleRow(rows: readonly RuleFormRow[]): RuleFormRow {
  return { key: nextKey(rows), number: nextNumber(rows.map((row) => row.number)), details: "", drops: "1" };
}

function nextNumber(numbers: readonly string[]): string {
  return String(Math.max(0, ...numbers.map(Number).filter(Number.isInteger)) + 1);
}

/** Rows keep their key while others come and go, so that React keeps what was typed in them. */
function nextKey(rows: readonly { readonly key: string }[]): string {
  return String(Math.max(0, ...rows.map((row) => Number(row.key) || 0)) + 1);
}

function readRows<Field extends string>(form: FormData, list: "prizes" | "rules", fields: readonly Field[]) {
  const most = RAFFLE_LIMITS[list];
  const rows: (Record<Field, string> & { key: string })[] = [];
  for (let index = 0; index < most && form.has(rowField(list, index, fields[0] as string)); index += 1) {
    const row = Object.fromEntries(fields.map((field) => [field, formText(form, rowField(list, index, field))]));
    rows.push({ ...(row as Record<Field, string>), key: String(index + 1) });
  }
  return rows;
}
