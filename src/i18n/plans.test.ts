import { expect, test } from "vitest";
import { readPlans } from "./plans.ts";

const PLAN = { name: "Suki", price: 490, desc: "For a shop.", features: ["Five raffles"], isMostPop: true };

test("plans are one list for everybody, or one for each language, with English for those without", () => {
  expect(readPlans([PLAN])).toEqual({ ok: true, value: { en: [PLAN], de: [PLAN], fil: [PLAN] } });
  const german = { ...PLAN, desc: "Für einen Laden." };
  expect(readPlans({ en: [PLAN], de: [german] })).toEqual({
    ok: true,
    value: { en: [PLAN], de: [german], fil: [PLAN] },
  });
});

test("only a plan that says so is the most popular", () => {
  const { isMostPop: _, ...plain } = PLAN;
  expect(readPlans([plain])).toMatchObject({ value: { en: [{ isMostPop: false }] } });
});

test.each([
  ["a text", "plans", "must be a list of plans, or one for each language"],
  ["no plan", [], "en must have a plan"],
  ["no English", { de: [PLAN] }, "en must be a list of plans"],
  ["another language", { en: [PLAN], fr: [PLAN] }, 'Unrecognized key: "fr"'],
  ["a price in words", [{ ...PLAN, price: "free" }], "en 0 price must be a number"],
  ["a price below nothing", [{ ...PLAN, price: -1 }], "en 0 price must be 0 or more"],
  ["a plan without a name", [{ ...PLAN, name: " " }], "en 0 name must not be empty"],
  ["a field that nobody shows", [{ ...PLAN, cost: 3 }], 'en 0 Unrecognized key: "cost"'],
])("%s is refused, with the place in the file", (_, file, refusal) => {
  expect(readPlans(file)).toEqual({ ok: false, refusal });
});
