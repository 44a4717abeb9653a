import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#src/i18n/languages.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { addImport } from "./add-import.ts";
import { badLinesFile } from "./files/bad-lines-file.ts";
import { readCsv } from "./files/csv-file.ts";
import { findImport, listImports, readImportFile } from "./read.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

/** Four good lines and two that are wrong, one of them with a formula. */
function mixed(): string[] {
  const good = Array.from({ length: 4 }, () => person());
  return [
    HEADER,
    ...good.slice(0, 2),
    person({ first: "", address: "=HYPERLINK(1)" }),
    ...good.slice(2),
    person({ source: "Moon" }),
  ];
}

const FOUR = { good: 4, termsAgreed: true };

async function download({ scope, address }: Desk, id: string, language: Language = "en") {
  return badLinesFile({ ...imports.deps, address }, scope, id, language);
}

describe("the good lines of a file", () => {
  it("are added while others are wrong; these wait as a file, which says what to mend and comes back", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, mixed());
    const added = await imports.add(desk, id, FOUR);
    expect(added).toMatchObject({ state: "added", linesTotal: 4, linesLeft: 2 });
    expect(await imports.entriesOf(desk)).toHaveLength(4);
    expect((await readImportFile(database.db, desk.scope, id)).byteLength).toBe(0);
    expect(await imports.logOf(desk)).toMatchObject([{ after: { entries: 4, left: 2, source: "Shop" } }]);

    const [left] = await listImports(database.db, desk.scope);
    expect(left).toMatchObject({ state: "waiting", fileName: "counter-left.csv" });
    if (!added || !("leftId" in added) || !left) throw new Error("Nothing is left.");
    expect(added.leftId).toBe(left.id);
    const file = await download(desk, left.id);
    if (!file.ok) throw new Error(file.refusal.reason);
    expect(file.value.name).toBe("counter-left.csv");
    expect(file.value.csv).toContain(`"'=HYPERLINK(1)"`);
    const read = await readCsv(Buffer.from(file.value.csv));
    if (!read.ok) throw new Error(read.refusal.reason);
    expect(read.value.map(({ cells }) => [cells[1], cells[2], cells[7], cells[8]])).toEqual([
      ["First Name", "Address", "Sources", "What to mend"],
      ["", "=HYPERLINK(1)", "", "First Name: First name is required."],
      [
        "Ana",
        "1 Mabini St",
        "Moon",
        "Sources: This raffle has these sources: Online, Shop, Counter. Write one of them, or add yours to the raffle first.",
      ],
    ]);

    const mended = file.value.csv.replace(`"","'=HYPERLINK(1)"`, `"Ben","2 Rizal St"`).replace('"Moon"', '"shop"');
    const again = await imports.upload(desk, [mended], { source: "Shop" }, file.value.name);
    expect(await findImport(database.db, desk.scope, left.id)).toBeNull();
    expect(await imports.add(desk, again)).toMatchObject({ state: "added", linesTotal: 2, linesLeft: 0, leftId: null });
    expect(await imports.entriesOf(desk)).toHaveLength(6);
  });

  it("are added once, however often it is asked for, and leave one file", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, mixed());
    const ask = () => addImport(imports.deps, desk.scope, id, FOUR);
    const outcomes = await Promise.all(Array.from({ length: 4 }, ask));
    await Promise.all(outcomes.map((outcome) => outcome.ok && outcome.value.ended));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect((await ask()).ok).toBe(true);
    expect(await imports.entriesOf(desk)).toHaveLength(4);
    expect(await listImports(database.db, desk.scope)).toHaveLength(2);
    expect(await imports.logOf(desk)).toHaveLength(1);
    expect(imports.failures).toEqual([]);
  });

  it("are undone with their rest when the process that adds them was taken for dead", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [...mixed(), person({ phone: "0999 999 9999" })]);
    const visitor = await imports.joinSlowly(desk, "+639999999999");
    const outcome = await addImport(imports.deps, desk.scope, id, { ...FOUR, good: 5 });
    if (!outcome.ok) throw new Error(outcome.refusal.reason);
    await database.pool.query("update entry_imports set job = gen_random_uuid() where id = $1", [id]);
    await visitor.end("rollback");
    await outcome.value.ended;
    expect(await imports.entriesOf(desk)).toHaveLength(0);
    expect(await imports.logOf(desk)).toEqual([]);
    expect((await listImports(database.db, desk.scope)).map((file) => file.id)).toEqual([id]);
  });

  it("are not added when the file has another number of them than was shown", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, mixed());
    for (const good of [3, 6, Number.NaN]) {
      const refused = { fields: { lines: [{ key: "importLinesInvalid" }] } };
      expect(await imports.add(desk, id, { good })).toMatchObject(refused);
    }
    const none = await imports.upload(desk, [HEADER, person({ first: "" })]);
    expect(await imports.add(desk, none, { good: 0 })).toMatchObject({ reason: "invalid-fields" });
    expect(await imports.entriesOf(desk)).toHaveLength(0);
  });
});

it("a list with whole names becomes entries with both parts, and one word is wrong", async () => {
  const desk = await imports.open();
  const lines = ["Ana  dela Cruz,Manila,0918 555 0001", '"Reyes, Ben",Cebu,0918 555 0002', "Cher,Iloilo,0918 555 0003"];
  const id = await imports.upload(desk, ["Name,Address,Mobile", ...lines]);
  const checked = (await imports.check(desk, id))?.checked;
  const names = checked?.ready.map(({ firstName, lastName }) => [firstName, lastName]);
  expect(names).toEqual([
    ["Ana", "dela Cruz"],
    ["Ben", "Reyes"],
  ]);
  expect(checked?.bad).toEqual([
    { line: 4, faults: [{ field: "lastName", typed: "", messages: [{ key: "lastNameRequired" }] }] },
  ]);
});

describe("the wrong lines", () => {
  it("name their columns where the file does not, as the organiser's language and spreadsheet have it", async () => {
    const desk = await imports.open();
    const line = "Cruz,,Iloilo,0918 123 4567,extra";
    const columns = { lastName: 0, firstName: 1, address: 2, phone: 3 };
    const id = await imports.upload(desk, [line], { columns, header: false });
    const file = await download(desk, id, "de");
    expect(file.ok && file.value.csv.split("\r\n").slice(0, 2)).toEqual([
      '\u{feff}"Nachname";"Vorname";"Adresse";"Telefon";"Spalte 5";"Was zu verbessern ist"',
      '"Cruz";"";"Iloilo";"0918 123 4567";"extra";"Vorname: Bitte gib einen Vornamen an."',
    ]);
  });

  it("are nobody else's, and gone when the file is", async () => {
    const [desk, other] = [await imports.open(), await imports.open()];
    const id = await imports.upload(desk, mixed());
    expect(await download(other, id)).toMatchObject({ refusal: { reason: "not-found" } });
    expect(await download(desk, "x")).toMatchObject({ refusal: { reason: "not-found" } });
    await imports.add(desk, id, FOUR);
    expect(await download(desk, id)).toMatchObject({ refusal: { reason: "not-found" } });
  });
});
