import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { readCsv } from "./files/csv-file.ts";
import { importTemplate } from "./files/template.ts";
import { guessMapping, IMPORT_FIELDS } from "./mapping.ts";
import { guessTicks, readTick } from "./ticks.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

async function raffleOf({ raffle }: Desk) {
  const whole = await findRaffle(database.db, raffle.id);
  if (!whole || whole.rules.length < 2) throw new Error("The test needs two rules.");
  return whole;
}

describe("a cell", () => {
  it.each(["yes", "X", " 1 ", "✓", "✔️", "Ja", "WAHR", "oo", "Opo", "TRUE"])("%j says that a rule is done", (cell) =>
    expect(readTick(cell)).toBe(true),
  );
  it.each(["", "no", "0", "Nein", "FALSCH", "hindi", "-", "✗"])("%j says that it is not", (cell) =>
    expect(readTick(cell)).toBe(false),
  );
  it.each(["maybe", "2", "xx", "=1"])("%j says neither", (cell) => expect(readTick(cell)).toBeNull());
});

it.each(LANGUAGES)(
  "the empty list in %s has headings that are understood, with its raffle's rules and sources",
  async (language) => {
    const raffle = await raffleOf(await imports.open());
    const file = importTemplate(raffle, language);
    expect(file).toContain("(Online, Shop)");
    const read = await readCsv(Buffer.from(file));
    if (!read.ok) throw new Error(read.refusal.reason);
    expect(read.value).toHaveLength(1);
    const mapping = guessMapping(read.value, raffle);
    const fields = IMPORT_FIELDS.filter((field) => field !== "fullName");
    const columns = Object.fromEntries(fields.map((field, place) => [field, place]));
    const rules = Object.fromEntries(raffle.rules.map(({ id }, place) => [id, fields.length + place]));
    expect(mapping).toEqual({ columns, header: true, source: "", rules, everyRule: false });
  },
);

it("a rule's column is known by its number or its text, and by no other number", async () => {
  const { rules } = await raffleOf(await imports.open());
  const [first, second] = rules;
  const names = ["Rule 11", "Rules", ` ${second?.details}`, "RULE #1 ok?"];
  expect(guessTicks(names, rules)).toEqual({ [first?.id ?? ""]: 3, [second?.id ?? ""]: 2 });
});

describe("paper entries", () => {
  it("have done what their columns say: whoever did all is in play, and other words are wrong", async () => {
    const desk = await imports.open();
    const { rules } = await raffleOf(desk);
    const heading = [HEADER, ...rules.map(({ number }) => `Rule ${number} done`)].join(",");
    const ticked = (...cells: string[]) => `${person()},${rules.map((_, index) => cells[index] ?? "x").join(",")}`;
    const lines = [heading, ticked("x", "yes"), ticked("", "1"), ticked("perhaps")];
    const id = await imports.upload(desk, lines);
    const read = await imports.check(desk, id);
    expect(read?.checked?.bad).toEqual([
      { line: 4, faults: [{ field: "rules.1", typed: "perhaps", messages: [{ key: "tickUnknown" }] }] },
    ]);
    await imports.add(desk, id, { good: 2 });
    const all = rules.map((rule) => rule.id);
    const done = (await imports.entriesOf(desk)).map((entry) => all.filter((rule) => entry.doneRules.includes(rule)));
    expect(done).toEqual([all, all.slice(1)]);
  });

  it("without columns have done nothing, or everything if their organiser says so", async () => {
    const desk = await imports.open();
    const { rules } = await raffleOf(desk);
    await imports.add(desk, await imports.upload(desk, [HEADER, person()]));
    await imports.add(desk, await imports.upload(desk, [HEADER, person()], { everyRule: true }));
    const [first, ...others] = rules.map((rule) => rule.id);
    const withColumn = { everyRule: true, rules: { [first ?? ""]: 8 } };
    await imports.add(desk, await imports.upload(desk, [`${HEADER},Said`, `${person()},no`], withColumn));
    const done = (await imports.entriesOf(desk)).map((entry) => entry.doneRules.length);
    expect(done).toEqual([0, rules.length, others.length]);
  });

  it("have done the rules that the shop checks, since it ticked them itself", async () => {
    const rules = [{ details: "Buy for ₱500", drops: 3, proof: "checked" }, { details: "Follow us" }];
    const desk = await imports.open({ rules });
    const [checked = "", said = ""] = (await raffleOf(desk)).rules.map(({ id }) => id);
    await imports.add(desk, await imports.upload(desk, [HEADER, person(), person()], { everyRule: true }));
    for (const entry of await imports.entriesOf(desk)) {
      expect(entry).toMatchObject({ claimedRules: [], earned: { [checked]: 3 } });
      expect(entry.doneRules.toSorted()).toEqual([checked, said].toSorted());
    }
    expect(await imports.entriesOf(desk)).toHaveLength(2);
  });
});
