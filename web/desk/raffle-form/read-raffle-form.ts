import type { FieldMessages } from "#src/base/refusal.ts";
import { eachRaffleField, type RaffleField, recordOf } from "#src/raffles/fields.ts";
import {
  ANNOUNCEMENTS,
  CHECK_MINUTES,
  CLAIM_DAYS,
  DEFAULT_LINK_REQUIREMENT,
  DEFAULT_SOURCES,
  DRAW_REQUIREMENTS,
  DRAW_WEIGHTS,
  ENTRIES_PER_MAILBOX,
  LEAD_MINUTES,
  LIVE_ODDS,
  PAUSE_DAYS,
  PRIZES_EACH,
  RAFFLE_LIMITS,
  RAFFLE_STATUSES,
  RESERVES,
  RETENTION_DAYS,
} from "#src/raffles/limits.ts";
import {
  PRIZE_FIELD_NAMES,
  PRIZE_FIELDS,
  type PrizeField,
  RULE_FIELD_NAMES,
  RULE_FIELDS,
  type RuleField,
} from "#src/raffles/row-fields.ts";
import { formText } from "../../requests/form-text.ts";

/** A prize or a rule in the form. Its id is empty until it is stored. */
type FormRow<Field extends string> = { readonly [Name in Field | "key" | "id"]: string };

export type PrizeFormRow = FormRow<PrizeField>;
export type RuleFormRow = FormRow<RuleField>;

export type RaffleFormValues = { readonly [Field in RaffleField]: string } & {
  readonly prizes: readonly PrizeFormRow[];
  readonly rules: readonly RuleFormRow[];
};

/** A row that was removed in the browser, and where it stood. */
export type RemovedRow =
  | { readonly list: "prizes"; readonly index: number; readonly row: PrizeFormRow }
  | { readonly list: "rules"; readonly index: number; readonly row: RuleFormRow };

/**
 * The pressed button: create (or save), or one that adds, removes or moves a row (without JavaScript). Only a browser
 * that removed a row brings it back.
 */
export type RaffleFormIntent =
  | { readonly do: "create" }
  | { readonly do: "add"; readonly list: "prizes" | "rules" }
  | { readonly do: "remove"; readonly list: "prizes" | "rules"; readonly index: number }
  | { readonly do: "move"; readonly list: "prizes" | "rules"; readonly index: number; readonly to: number }
  | ({ readonly do: "restore" } & RemovedRow);

/** A browser's field for a colour always sends one. This one, the site's own mango, is no choice. */
export const NO_ACCENT = "#f5b32e";

/** A code as `newPrizeRow` fills it in. */
const FILLED_CODE = /^P\d+$/;
const INTENT = /^(add|remove|move):(prizes|rules)(?::(\d{1,3}))?(?::(\d{1,3}))?$/;

/** The form of a new raffle: one prize to fill in, since a raffle needs one, and one rule. */
export function emptyRaffleForm(): RaffleFormValues {
  return {
    ...eachRaffleField(() => ""),
    retentionDays: String(RETENTION_DAYS.usual),
    status: RAFFLE_STATUSES[0],
    sources: DEFAULT_SOURCES.join(", "),
    // A link that must be there keeps everybody away who has no account at that network.
    facebookLink: DEFAULT_LINK_REQUIREMENT,
    instagramLink: DEFAULT_LINK_REQUIREMENT,
    drawRequires: DRAW_REQUIREMENTS[0],
    drawWeight: DRAW_WEIGHTS[0],
    prizesEach: PRIZES_EACH[0],
    reserves: String(RESERVES.usual),
    claimDays: String(CLAIM_DAYS.usual),
    checkMinutes: String(CHECK_MINUTES.usual),
    leadMinutes: String(LEAD_MINUTES.usual),
    announce: ANNOUNCEMENTS[0],
    entriesPerMailbox: ENTRIES_PER_MAILBOX[0],
    pauseDays: String(PAUSE_DAYS.usual),
    liveOdds: LIVE_ODDS[0],
    prizes: [newPrizeRow([])],
    rules: [newRuleRow([])],
  };
}

/** The name of a field in a list's row; `index` counts from 0. */
export function rowField(list: "prizes" | "rules", index: number, field: string): string {
  return `${list}.${index}.${field}`;
}

export function prizeFileField(index: number): string {
  return rowField("prizes", index, "file");
}

/** Reads the raffle form, the same way in the browser and on the server. */
export function readRaffleForm(form: FormData): { values: RaffleFormValues; intent: RaffleFormIntent } {
  const accent = formText(form, "accentColor");
  const values: RaffleFormValues = {
    ...eachRaffleField((name) => formText(form, name)),
    accentColor: accent === NO_ACCENT ? "" : accent,
    prizes: readRows(form, "prizes", PRIZE_FIELD_NAMES).map((row, index) =>
      form.has(rowField("prizes", index, "noPicture")) ? { ...row, picture: "" } : row,
    ),
    rules: readRows(form, "rules", RULE_FIELD_NAMES),
  };
  const [, verb, list, index, to] = INTENT.exec(formText(form, "intent")) ?? [];
  if (list !== "prizes" && list !== "rules") return { values, intent: { do: "create" } };
  if (verb === "add") return { values, intent: { do: "add", list } };
  const place = Number(index);
  return {
    values,
    intent: verb === "move" ? { do: "move", list, index: place, to: Number(to) } : { do: "remove", list, index: place },
  };
}

/** The form after a row was added, removed or moved, the same in the browser and on the server. */
export function changeRows(values: RaffleFormValues, intent: RaffleFormIntent): RaffleFormValues {
  if (intent.do === "remove") {
    const { list, index } = intent;
    return { ...values, [list]: values[list].filter((_, place) => place !== index) };
  }
  if (intent.do === "restore") {
    const { list, index, row } = intent;
    return { ...values, [list]: [...values[list].slice(0, index), row, ...values[list].slice(index)] };
  }
  if (intent.do === "move" && intent.list === "prizes") {
    const prizes = moved(values.prizes, intent.index, intent.to);
    const numbers = numbersFor(values.prizes.map((row) => row.orderNumber));
    return { ...values, prizes: prizes.map((row, place) => ({ ...row, orderNumber: numbers[place] ?? "" })) };
  }
  if (intent.do === "move") {
    const numbers = numbersFor(values.rules.map((row) => row.number));
    const rules = moved(values.rules, intent.index, intent.to);
    return { ...values, rules: rules.map((row, place) => ({ ...row, number: numbers[place] ?? "" })) };
  }
  if (intent.do === "add" && intent.list === "prizes") {
    return { ...values, prizes: [...values.prizes, newPrizeRow(values.prizes)] };
  }
  if (intent.do === "add") return { ...values, rules: [...values.rules, newRuleRow(values.rules)] };
  return values;
}

/** The row that is removed, to be brought back. */
export function removedRow(
  { prizes, rules }: RaffleFormValues,
  list: "prizes" | "rules",
  index: number,
): RemovedRow | null {
  const [prize, rule] = [prizes[index], rules[index]];
  if (list === "prizes") return prize ? { list, index, row: prize } : null;
  return rule ? { list, index, row: rule } : null;
}

/** The request body of a raffle, and for each row in it the index of that row in the form. */
export type RaffleBody = {
  readonly body: RaffleFormValues;
  readonly places: { readonly prizes: readonly number[]; readonly rules: readonly number[] };
};

/**
 * Leaves out rows that nobody touched, except a first prize: its fields then show what is missing.
 *
 * @param form what was sent: a chosen file is in no value
 */
export function raffleBody(values: RaffleFormValues, form: FormData): RaffleBody {
  const { prizes, rules } = touchedPlaces(values, form);
  const places = { prizes: prizes.length > 0 || values.prizes.length === 0 ? prizes : [0], rules };
  return { body: { ...values, prizes: pick(values.prizes, places.prizes), rules: pick(values.rules, rules) }, places };
}

/** The places of the rows in which somebody typed or chose something. A code that was filled in is not typed. */
export function touchedPlaces(values: RaffleFormValues, form: FormData): RaffleBody["places"] {
  const newPrize = newPrizeRow([]);
  const newRule = newRuleRow([]);
  const prizes = placesOf(values.prizes, (row, place) => {
    const file = form.get(prizeFileField(place));
    const prizeCode = FILLED_CODE.test(row.prizeCode) ? "" : row.prizeCode;
    return differs({ ...row, prizeCode }, newPrize, ["orderNumber"]) || (file instanceof File && file.size > 0);
  });
  return { prizes, rules: placesOf(values.rules, (row) => differs(row, newRule, ["number"])) };
}

/** Maps the errors of the body's rows to the rows of the form. */
export function atFormPlaces(errors: FieldMessages, places: RaffleBody["places"]): FieldMessages {
  const moved = Object.entries(errors).map(([path, messages]) => {
    const [list = "", index = "", ...field] = path.split(".");
    const place = list === "prizes" || list === "rules" ? places[list][Number(index)] : undefined;
    return [field.length > 0 && place !== undefined ? [list, place, ...field].join(".") : path, messages];
  });
  return Object.fromEntries(moved);
}

function placesOf<Row>(rows: readonly Row[], isTouched: (row: Row, place: number) => boolean): number[] {
  return rows.flatMap((row, place) => (isTouched(row, place) ? [place] : []));
}

/** Whether a row has more than a new one. A field that was emptied has less. */
function differs<Row extends { readonly key: string }>(
  row: Row,
  empty: Row,
  numbered: readonly (keyof Row)[],
): boolean {
  const own = Object.keys(empty).filter((field) => field !== "key" && !numbered.includes(field as keyof Row));
  return own.some((field) => {
    const typed = String(row[field as keyof Row]).trim();
    return typed !== "" && typed !== empty[field as keyof Row];
  });
}

function pick<Row>(rows: readonly Row[], places: readonly number[]): Row[] {
  return rows.filter((_, place) => places.includes(place));
}

function moved<Row>(rows: readonly Row[], index: number, to: number): Row[] {
  const row = rows[index];
  return row && to < rows.length ? rows.toSpliced(index, 1).toSpliced(to, 0, row) : [...rows];
}

/** The numbers that keep rows in form order: the typed numbers if they rise, else 1, 2, 3 and so on. */
function numbersFor(numbers: readonly string[]): string[] {
  const rising = numbers.every((text, place) => {
    const before = Number(numbers[place - 1] ?? -1);
    return /^\d+$/.test(text) && Number(text) > before;
  });
  return rising ? [...numbers] : numbers.map((_, place) => String(place + 1));
}

/** A prize with the next code and number, after these. */
export function newPrizeRow(rows: readonly PrizeFormRow[]): PrizeFormRow {
  return {
    ...recordOf(PRIZE_FIELD_NAMES, (name) => String(PRIZE_FIELDS[name].usual)),
    ...{ key: nextKey(rows), id: "" },
    prizeCode: nextCode(rows.map((row) => row.prizeCode)),
    orderNumber: nextNumber(rows.map((row) => row.orderNumber)),
  };
}

/** A rule with the next number, after these. */
export function newRuleRow(rows: readonly RuleFormRow[]): RuleFormRow {
  return {
    ...recordOf(RULE_FIELD_NAMES, (name) => String(RULE_FIELDS[name].usual)),
    ...{ key: nextKey(rows), id: "", number: nextNumber(rows.map((row) => row.number)) },
  };
}

function nextCode(codes: readonly string[]): string {
  let number = codes.length + 1;
  while (codes.includes(`P${number}`)) number += 1;
  return `P${number}`;
}

function nextNumber(numbers: readonly string[]): string {
  return String(Math.max(0, ...numbers.map(Number).filter(Number.isInteger)) + 1);
}

/** A key that none of these rows has. Rows keep their keys, so that React keeps their typed values. */
export function nextKey(rows: readonly { readonly key: string }[]): string {
  return String(Math.max(0, ...rows.map((row) => Number(row.key) || 0)) + 1);
}

function readRows<Field extends string>(form: FormData, list: "prizes" | "rules", fields: readonly Field[]) {
  const most = RAFFLE_LIMITS[list];
  const rows: FormRow<Field>[] = [];
  for (let index = 0; index < most && form.has(rowField(list, index, fields[0] as string)); index += 1) {
    const row = recordOf([...fields, "id"], (field) => formText(form, rowField(list, index, field)));
    rows.push({ ...row, key: String(index + 1) } as FormRow<Field>);
  }
  return rows;
}
