import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { createImportDesk } from "../../../../tests/support/import-desk.ts";
import { zip } from "../../../../tests/support/zip.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { findImport } from "../read.ts";
import { readCsv } from "./csv-file.ts";
import { takeImportFile } from "./import-file.ts";
import { csvOfWorkbook } from "./workbook.ts";

const MB = 1024 * 1024;
const HOME = "192.0.2.1";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

type Cell = string | number | boolean | Date | null;

const workbook = (rows: Cell[][]) => writeXlsx({ sheets: [{ name: "Slips", rows }] });

async function read(bytes: Uint8Array) {
  const csv = await csvOfWorkbook(bytes, HOME);
  const lines = csv && (await readCsv(csv));
  return lines?.ok ? lines.value : null;
}

const XML = '<?xml version="1.0"?>';
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook whose only sheet is this XML. */
function withSheet(sheet: string, others: Record<string, { text: Buffer; claimedSize?: number }> = {}): Buffer {
  const relation = (type: string, target: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `${XML}<workbook xmlns:r="${RELATION}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `${XML}<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const texts = Object.entries(parts).map(([name, text]) => [name, { text: Buffer.from(text) }] as const);
  return zip({ ...Object.fromEntries(texts), ...others });
}

/** A sheet that is larger than anybody's list, and would be read all the same. */
const BOMB = Buffer.from(
  `${XML}<worksheet><sheetData>${" ".repeat(64 * MB)}<row><c><v>1</v></c></row></sheetData></worksheet>`,
);

describe("a workbook", () => {
  it("is read with the numbers of its lines; its cells are the texts that one sees", async () => {
    const rows = [
      ["Name", "Phone"],
      [],
      ["Peña\nAna", 9171234567, true, new Date("2026-11-25T00:00:00Z")],
      [null, "'=1", "=1+1"],
    ];
    expect(await read(await workbook(rows))).toEqual([
      { line: 1, cells: ["Name", "Phone"] },
      { line: 3, cells: ["Peña Ana", "9171234567", "true", "2026-11-25"] },
      { line: 4, cells: ["", expect.stringContaining("=1"), "=1+1"] },
    ]);
  });

  it("has results in place of formulas, and nothing of one without a result", async () => {
    const sheet =
      '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>HYPERLINK("x")</f><v>Ana</v></c><c r="C1"><f>1/0</f></c></row>';
    expect(await read(withSheet(sheet))).toEqual([{ line: 1, cells: ["2", "Ana", ""] }]);
  });

  it("of 5,000 lines is taken, and one line more is counted", async () => {
    const line = ["Cruz", "Ana", "Iloilo"];
    const rows = Array.from({ length: IMPORT_LIMITS.lines + 1 }, () => line);
    expect(await read(await workbook(rows))).toHaveLength(IMPORT_LIMITS.lines + 1);
    const csv = await csvOfWorkbook(await workbook([...rows, line, line]), HOME);
    expect(await readCsv(csv ?? Buffer.alloc(0))).toMatchObject({
      refusal: { fields: { csv: [{ key: "importTooManyLines" }] } },
    });
  });

  it.each([
    ["no archive", Buffer.from("504b030414000600", "hex")],
    ["an archive of something else", zip({ "a.txt": { text: Buffer.from("a") } })],
    ["a bomb in a part that is read", withSheet("", { "xl/worksheets/sheet1.xml": { text: BOMB } })],
    ["a bomb that says it is small", withSheet("", { "xl/worksheets/sheet1.xml": { text: BOMB, claimedSize: 10 } })],
    ["more text than a list has", withSheet(`<row><c t="inlineStr"><is><t>${"a".repeat(3 * MB)}</t></is></c></row>`)],
    ["a column beyond all", withSheet('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>')],
  ])("is refused if it is %s", async (_what, bytes) => {
    expect(bytes.byteLength).toBeLessThan(IMPORT_LIMITS.bytes);
    expect(await csvOfWorkbook(bytes, HOME)).toBeNull();
  });

  it("has no rows far away, and no entities that grow", async () => {
    const far = withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="-5"><c><v>2</v></c></row>');
    expect((await csvOfWorkbook(far, HOME))?.byteLength).toBeLessThan(100_000);
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>';
    const text = `${XML}${doctype}<worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`;
    const grown = await csvOfWorkbook(withSheet("", { "xl/worksheets/sheet1.xml": { text: Buffer.from(text) } }), HOME);
    expect(grown?.toString() ?? "").not.toContain("aaaa");
  });

  it("becomes entries as a CSV file does", async () => {
    const desk = await imports.open();
    const bytes = await workbook([
      ["Last Name", "First Name", "Address", "Phone", "Rule 1 done"],
      ["Cruz", "Ana", "1 Mabini St", 9171234567, "x"],
    ]);
    const taken = await takeImportFile({ ...imports.deps, address: desk.address }, desk.scope, {
      name: "slips.xlsx",
      bytes,
    });
    if (!taken.ok) throw new Error(taken.refusal.reason);
    expect(await findImport(database.db, desk.scope, taken.value)).toMatchObject({ fileName: "slips.xlsx" });
    expect(await imports.add(desk, taken.value)).toMatchObject({ state: "added", linesTotal: 1 });
    expect(await imports.entriesOf(desk)).toMatchObject([
      { phoneKey: "+639171234567", doneRules: [expect.any(String)] },
    ]);
    const broken = { name: "a.xlsx", bytes: Buffer.from("504b0304", "hex") };
    expect(await takeImportFile(imports.deps, desk.scope, broken)).toMatchObject({
      refusal: { fields: { csv: [{ key: "importWorkbook" }] } },
    });
  });
});
