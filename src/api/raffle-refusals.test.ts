import { describe, expect, it } from "vitest";
import { raffleBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const FIELDS_REQUIRED = "Please fill in all required fields including at least one valid prize.";

const PRIZE = { prizeCode: "HAM", name: "Ham" };
const RULE = { details: "Follow our page" };

const { database, ...api } = await openTestApi();

const create = (changes: Record<string, unknown> = {}) => api.ask("POST", "/raffles", raffleBody(changes));

describe("a raffle that lacks something", () => {
  it.each([
    ["name", { name: "" }],
    ["details", { details: "  " }],
    ["dueDate", { dueDate: undefined }],
    ["drawDate", { drawDate: "" }],
    ["prizes", { prizes: [] }],
    ["prizes", { prizes: undefined }],
    ["prizes", { prizes: null }],
    ["prizes.0.name", { prizes: [{ prizeCode: "HAM" }] }],
    ["prizes.1.prizeCode", { prizes: [PRIZE, { name: "Queso", prizeCode: "\u200b" }] }],
  ])("(%s) is refused with the spec's sentence, and the field is named", async (field, changes) => {
    const { status, body } = await create(changes);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid-raffle", detail: FIELDS_REQUIRED });
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });
});

describe("a raffle with something wrong", () => {
  const long = (length: number) => "x".repeat(length);
  const many = <Item>(length: number, item: (index: number) => Item) =>
    Array.from({ length }, (_, index) => item(index));

  it.each<[string, Record<string, unknown>, string]>([
    ["drawDate", { dueDate: "2030-01-02", drawDate: "2030-01-01" }, "The draw date cannot be before the due date."],
    ["dueDate", { dueDate: "2020-01-02" }, "This date has passed, so nobody could join. Please choose a later one."],
    [
      "publishAt",
      { status: "Unpublished", publishAt: "2020-01-02T08:00" },
      "This time has passed. Please choose a later one, or empty this field.",
    ],
    [
      "publishAt",
      { status: "Unpublished", dueDate: "2130-01-02T08:00", drawDate: "2130-01-03", publishAt: "2130-01-02T08:00" },
      "This is not before the due date, so nobody could join. Please choose an earlier time.",
    ],
    [
      "publishAt",
      { status: "Published", publishAt: "2130-01-02T08:00" },
      "A published raffle cannot be planned. Choose “Unpublished” to publish it at this time, or empty this field.",
    ],
    ["publishAt", { publishAt: "soon" }, "Please enter a date and time, for example 2026-12-24 18:00."],
    ["prizes.1.prizeCode", { prizes: [PRIZE, { ...PRIZE }] }, "Each prize needs a prize code of its own."],
    [
      "prizes.1.prizeCode",
      { prizes: [PRIZE, { ...PRIZE, prizeCode: " HAM " }] },
      "Each prize needs a prize code of its own.",
    ],
    ["dueDate", { dueDate: "2030-02-30" }, "Please enter a date and time, for example 2026-12-24 18:00."],
    ["status", { status: "Draft" }, "Please choose one of the options offered."],
    ["facebookLink", { facebookLink: "maybe" }, "Please choose one of the options offered."],
    ["sources", { sources: many(51, (index) => `s${index}`) }, "Please keep this to 50 items."],
    ["sources.0", { sources: [long(61)] }, "Please shorten this to 60 characters."],
    ["sources", { sources: `Online, ${long(61)}, ${long(62)}` }, "Please shorten this to 60 characters."],
    ["sources", { sources: 7 }, "Please send this as a list."],
    ["name", { name: long(121) }, "Please shorten this to 120 characters."],
    ["details", { details: long(5001) }, "Please shorten this to 5,000 characters."],
    [
      "prizes",
      { prizes: many(101, (index) => ({ prizeCode: `p${index}`, name: "x" })) },
      "Please keep this to 100 items.",
    ],
    ["rules", { rules: many(101, () => RULE) }, "Please keep this to 100 items."],
    ["rules", { rules: "one, two" }, "Please send this as a list."],
    ["prizes.0", { prizes: ["HAM"] }, "This item could not be read. Please send it as an object with its fields."],
    ["prizes.0.prizeCode", { prizes: [{ ...PRIZE, prizeCode: long(41) }] }, "Please shorten this to 40 characters."],
    ["prizes.0.details", { prizes: [{ ...PRIZE, details: long(2001) }] }, "Please shorten this to 2,000 characters."],
    [
      "prizes.0.worth",
      { prizes: [{ ...PRIZE, worth: "much" }] },
      "Please enter the worth as an amount, for example 1,500 or 1500.00.",
    ],
    [
      "prizes.0.worth",
      { prizes: [{ ...PRIZE, worth: -1 }] },
      "Please enter the worth as an amount, for example 1,500 or 1500.00.",
    ],
    [
      "prizes.0.numberOfWinners",
      { prizes: [{ ...PRIZE, numberOfWinners: 0 }] },
      "Please enter a whole number from 1 to 10,000.",
    ],
    [
      "prizes.0.orderNumber",
      { prizes: [{ ...PRIZE, orderNumber: 1.5 }] },
      "Please enter a whole number from 0 to 1,000,000.",
    ],
    ["rules.0.details", { rules: [{ ...RULE, details: long(1001) }] }, "Please shorten this to 1,000 characters."],
    ["rules.0.number", { rules: [{ ...RULE, number: 1e300 }] }, "Please enter a whole number from 0 to 1,000,000."],
    ["rules.0.drops", { rules: [{ ...RULE, drops: "101" }] }, "Please enter a whole number from 1 to 100."],
  ])("is refused beside %s", async (field, changes, message) => {
    const { status, body } = await create(changes);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid-fields", detail: message, errors: { [field]: [message] } });
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });

  it("stores nothing, while one at every limit is taken", async () => {
    const count = async () => (await database.pool.query("select count(*)::int as n from raffles")).rows[0].n;
    const before = await count();
    await create({ name: "" });
    expect(await count()).toBe(before);
    const full = await create({
      name: long(120),
      details: long(5000),
      drawDate: raffleBody().dueDate,
      sources: many(50, (index) => `${index}`.padEnd(60, "s")),
      prizes: many(100, (index) => ({
        prizeCode: `${index}`.padEnd(40, "p"),
        name: long(120),
        details: long(2000),
        worth: "99,999,999.99",
        numberOfWinners: 10_000,
        orderNumber: 1_000_000,
      })),
      rules: many(100, () => ({ number: 1_000_000, details: long(1000), drops: 100 })),
    });
    expect(full.status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});
