import { expect, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { raffleInput } from "#src/raffles/schema.ts";
import { type DueChoice, drawDateOf } from "./due-choice.ts";
import { fillTemplate, TEMPLATE_NAMES, type TemplateName, templateOf } from "./raffle-templates.ts";
import { emptyRaffleForm, type RaffleFormValues, raffleBody } from "./read-raffle-form.ts";

const NO_FILES = new FormData();
const english = (key: KeyUnder<"raffles", "templates">) => translate("en", { key: `raffles:templates.${key}` });
const DUE = [
  { name: "tonight", value: "2030-01-03T20:00", leftMs: 1 },
  { name: "sunday", value: "2030-01-06T20:00", leftMs: 1 },
  { name: "week", value: "2030-01-10T20:00", leftMs: 1 },
] as const;
const fill = (values: RaffleFormValues, name: TemplateName, form = NO_FILES, dueChoices: readonly DueChoice[] = DUE) =>
  fillTemplate(values, form, name, { say: english, dueChoices });
const named = ({ prizes, rules }: RaffleFormValues) => [
  ...prizes.map((row) => `${row.prizeCode} ${row.name}`),
  ...rules.map((row) => `${row.number} ${row.details}`),
];

it.each(LANGUAGES.flatMap((language) => TEMPLATE_NAMES.map((name) => [language, name] as const)))(
  "fills in, in %s, what makes a raffle: %s",
  (language, name) => {
    const values = fillTemplate(emptyRaffleForm(), NO_FILES, name, {
      say: (key) => translate(language, { key: `raffles:templates.${key}` }),
      dueChoices: DUE,
    });
    const body = { ...values, name: "x", details: "x", drawDate: drawDateOf(values) };
    const parsed = raffleInput("Asia/Manila").parse(raffleBody(body, NO_FILES).body);
    expect(parsed.prizes.length + parsed.rules.length).toBe(values.prizes.length + values.rules.length);
    for (const text of named(values)) expect(text).not.toContain("templates.");
  },
);

it("keeps every row that somebody typed, and gives way to another template", () => {
  const [prize] = emptyRaffleForm().prizes;
  const typed = { ...emptyRaffleForm(), prizes: [{ ...prize, name: "Lechon" }] } as RaffleFormValues;
  const event = fill(fill(typed, "receipt"), "event");
  expect(named(event)).toEqual([
    "P1 Lechon",
    "P2 Grand prize",
    "P3 Second prize",
    "P4 Third prize",
    "1 Come to the event and sign in at our table",
    "2 Be there at the draw",
  ]);
  const changed = { ...event, rules: event.rules.map((row) => ({ ...row, details: `${row.details}, with a friend` })) };
  expect(fill(changed, "flash").rules).toHaveLength(3);
});

it("has a due date, which gives way to that of another template, but not what somebody chose", () => {
  const due = TEMPLATE_NAMES.map((name) => fill(emptyRaffleForm(), name).dueDate);
  expect(due).toEqual(["2030-01-03T20:00", "2030-01-10T20:00", "2030-01-10T20:00", "2030-01-06T20:00"]);
  const before = new FormData();
  before.set("template", "flash");
  const flash = fill(emptyRaffleForm(), "flash");
  expect(fill(flash, "event", before).dueDate).toBe("2030-01-06T20:00");
  expect(fill(flash, "event").dueDate).toBe("2030-01-03T20:00");
  expect(fill({ ...flash, dueDate: "2030-02-01T09:00" }, "event", before).dueDate).toBe("2030-02-01T09:00");
  // On a Sunday no choice has that name.
  const [tonight, , week] = DUE;
  expect(fill(emptyRaffleForm(), "event", NO_FILES, [tonight, week]).dueDate).toBe("2030-01-10T20:00");
});

it("knows its buttons", () => {
  expect([templateOf("template:flash"), templateOf("template:constructor"), templateOf("add:prizes")]).toEqual([
    "flash",
    undefined,
    undefined,
  ]);
});
