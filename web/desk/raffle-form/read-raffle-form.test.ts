import { describe, expect, it } from "vitest";
import { RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { raffleInput } from "#src/raffles/schema.ts";
import {
  atFormPlaces,
  changeRows,
  emptyRaffleForm,
  NO_ACCENT,
  newPrizeRow,
  newRuleRow,
  prizeFileField,
  type RaffleFormValues,
  raffleBody,
  readRaffleForm,
  rowField,
} from "./read-raffle-form.ts";

/** The form as a browser sends it: every field, and the pressed button. */
function sent(values: RaffleFormValues, intent = ""): FormData {
  const form = new FormData();
  const { prizes, rules, ...texts } = values;
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const [list, rows] of Object.entries({ prizes, rules })) {
    rows.forEach(({ key: _, ...fields }, index) => {
      for (const [field, value] of Object.entries(fields))
        form.append(rowField(list as "prizes" | "rules", index, field), value);
    });
  }
  if (intent) form.append("intent", intent);
  return form;
}

const filled: RaffleFormValues = {
  ...emptyRaffleForm(),
  name: "Noche Buena",
  details: "Ham\nand queso",
  dueDate: "2030-12-24T18:00",
  drawDate: "2030-12-25T18:00",
  prizes: [
    { ...newPrizeRow([]), prizeCode: "HAM", name: "Ham", worth: "1,500.00", numberOfWinners: "2" },
    { ...newPrizeRow([]), key: "2", prizeCode: "", details: " ", orderNumber: "2" },
  ],
  rules: [
    { ...newRuleRow([]), details: "Follow our page" },
    { ...newRuleRow([]), key: "2", number: "2", details: " " },
  ],
};

it("a colour field that nobody touched chooses no colour", () => {
  const read = (accentColor: string) => readRaffleForm(sent({ ...filled, accentColor })).values.accentColor;
  expect([read(NO_ACCENT), read("#0b6e69")]).toEqual(["", "#0b6e69"]);
});

describe("an empty raffle form", () => {
  it("has one prize and one rule to fill in, and the defaults chosen", () => {
    const form = emptyRaffleForm();
    expect(form).toMatchObject({
      status: "Published",
      sources: "Online",
      facebookLink: "optional",
      instagramLink: "optional",
    });
    expect(form.prizes).toMatchObject([{ prizeCode: "P1", numberOfWinners: "1", orderNumber: "1", pool: "wished" }]);
    expect(form.rules).toMatchObject([{ details: "", number: "1", drops: "1" }]);
  });
});

describe("a sent raffle form", () => {
  it("is read as it was filled in", () => {
    expect(readRaffleForm(sent(filled))).toEqual({ values: filled, intent: { do: "create" } });
  });

  it("has line breaks as people mean them, and takes no file for a text", () => {
    const form = sent(filled);
    form.set("details", "one\r\ntwo");
    form.set("name", new File(["x"], "x.txt"));
    expect(readRaffleForm(form).values).toMatchObject({ details: "one\ntwo", name: "" });
  });

  it("is what the raffle's schema takes, once its blank rows are left out", () => {
    const parsed = raffleInput("Asia/Manila").parse(
      raffleBody(readRaffleForm(sent(filled)).values, new FormData()).body,
    );
    expect(parsed).toMatchObject({
      sources: ["Online"],
      dueDate: new Date("2030-12-24T10:00:00Z"),
      prizes: [{ prizeCode: "HAM", numberOfWinners: 2, worth: "1,500.00" }],
      rules: [{ number: 1, details: "Follow our page", drops: 1 }],
    });
    expect([parsed.prizes.length, parsed.rules.length]).toEqual([1, 1]);
  });

  it("holds no more rows than a raffle may have", () => {
    const form = new FormData();
    for (let index = 0; index < 300; index += 1) form.append(rowField("prizes", index, "prizeCode"), "x");
    expect(readRaffleForm(form).values.prizes).toHaveLength(RAFFLE_LIMITS.prizes);
    expect(readRaffleForm(new FormData()).values).toMatchObject({ prizes: [], rules: [], name: "" });
  });
});

describe("the buttons that add and remove rows", () => {
  it.each([
    ["add:prizes", { do: "add", list: "prizes" }],
    ["add:rules", { do: "add", list: "rules" }],
    ["remove:prizes:1", { do: "remove", list: "prizes", index: 1 }],
    ["remove:rules:0", { do: "remove", list: "rules", index: 0 }],
    ["create", { do: "create" }],
    ["remove:__proto__:1", { do: "create" }],
    ["add:prizes:x", { do: "create" }],
  ])("%s is understood", (button, intent) => {
    expect(readRaffleForm(sent(filled, button)).intent).toEqual(intent);
  });

  it("add a row with the next number and a key of its own, and keep what was typed", () => {
    const gaps = {
      ...filled,
      prizes: filled.prizes.map((row) => ({ ...row, orderNumber: row.key === "1" ? "10" : "abc" })),
    };
    const { prizes, rules } = changeRows(changeRows(gaps, { do: "add", list: "prizes" }), { do: "add", list: "rules" });
    expect(prizes.slice(0, 2)).toEqual(gaps.prizes);
    expect(prizes[2]).toMatchObject({ key: "3", id: "", prizeCode: "P3", orderNumber: "11", pool: "wished" });
    expect(rules[2]).toMatchObject({ key: "3", id: "", number: "3" });
  });

  it("remove that row, and a new one takes no key that is in use", () => {
    const without = changeRows(filled, { do: "remove", list: "prizes", index: 0 });
    expect(without.prizes).toEqual([filled.prizes[1]]);
    const keys = changeRows(without, { do: "add", list: "prizes" }).prizes.map((row) => row.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("move a row, and the numbers stay in their places", () => {
    const first = readRaffleForm(sent(filled, "move:prizes:1:0"));
    expect(first.intent).toEqual({ do: "move", list: "prizes", index: 1, to: 0 });
    const { prizes } = changeRows(first.values, first.intent);
    expect(prizes.map((row) => [row.prizeCode, row.orderNumber])).toEqual([
      ["", "1"],
      ["HAM", "2"],
    ]);
    const equal = { ...filled, rules: filled.rules.map((row) => ({ ...row, number: "5" })) };
    const { rules } = changeRows(equal, { do: "move", list: "rules", index: 0, to: 1 });
    expect(rules.map((row) => [row.key, row.number])).toEqual([
      ["2", "1"],
      ["1", "2"],
    ]);
  });

  it("change nothing where there is no such row, or where create was pressed", () => {
    expect(changeRows(filled, { do: "remove", list: "rules", index: 99 })).toEqual(filled);
    expect(changeRows(filled, { do: "move", list: "rules", index: 0, to: 99 })).toEqual(filled);
    expect(changeRows(filled, { do: "create" })).toEqual(filled);
  });
});

describe("rows that nobody filled in", () => {
  it("are left out, but for a first prize, which says what is missing", () => {
    const { prizes, rules } = raffleBody(emptyRaffleForm(), new FormData()).body;
    expect([prizes.length, rules.length]).toEqual([1, 0]);
    expect(raffleBody(filled, new FormData()).body.prizes).toEqual([filled.prizes[0]]);
  });

  it("are kept where anything was typed that would be lost", () => {
    const half = {
      ...filled,
      prizes: [
        filled.prizes[1],
        { ...filled.prizes[1], key: "3", details: "25 kg of rice" },
        { ...filled.prizes[1], key: "4", worth: "1500" },
      ],
    } as RaffleFormValues;
    expect(raffleBody(half, new FormData()).body.prizes.map((row) => row.key)).toEqual(["3", "4"]);
  });

  it("are kept where only something was chosen: a picture, a drawing, how many win, or more drops", () => {
    const blank = { ...filled, ...emptyRaffleForm() };
    const [prize, rule] = [blank.prizes[0], blank.rules[0]] as const;
    const chosen = {
      ...blank,
      prizes: [filled.prizes[0], prize, { ...prize, icon: "cup" }, { ...prize, numberOfWinners: "3" }, prize],
      rules: [rule, { ...rule, drops: "5" }],
    } as RaffleFormValues;
    const form = new FormData();
    form.append(prizeFileField(1), new File(["x"], "ham.jpg"));
    form.append(prizeFileField(4), new File([], ""));
    expect(raffleBody(chosen, form).places).toEqual({ prizes: [0, 1, 2, 3], rules: [1] });
  });

  it("are skipped when a message says which row is wrong", () => {
    const form = { ...filled, prizes: [filled.prizes[1], filled.prizes[0]] } as RaffleFormValues;
    const { places } = raffleBody(form, new FormData());
    const wrong = [{ key: "nameRequired" as const }];
    expect(atFormPlaces({ "prizes.0.name": wrong, prizes: wrong, name: wrong }, places)).toEqual({
      "prizes.1.name": wrong,
      prizes: wrong,
      name: wrong,
    });
  });
});
