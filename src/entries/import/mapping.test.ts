import { describe, expect, it } from "vitest";
import { eachPersonField } from "../fields.ts";
import { entryLines, guessMapping, headerCells, readMapping } from "./mapping.ts";

const lines = (text: string) => text.split("\n").map((line, index) => ({ line: index + 1, cells: line.split(",") }));
const guess = (text: string, sources = ["Online", "Shop"]) => guessMapping(lines(text), { sources, rules: [] });

const NO_TICKS = { rules: {}, everyRule: false };
const SHOP = { sources: ["Shop"], rules: [] };
const ID = "0190a0c4-0000-7000-8000-000000000001";

describe("a mapping is guessed", () => {
  it.each([
    [
      "our own export",
      "Index,Entry Code,Last Name,First Name,Address,Phone,Email,Sources,Validation",
      { lastName: 2, firstName: 3, address: 4, phone: 5, email: 6, source: 7 },
    ],
    [
      "English",
      "Given name,SURNAME,e-mail address,Mobile No.,Home address,FB,Insta",
      { firstName: 0, lastName: 1, email: 2, phone: 3, address: 4, facebook: 5, instagram: 6 },
    ],
    [
      "German",
      "Name,Vorname,Straße,Anschrift,Handynummer,E-Mail,Herkunft",
      { lastName: 0, firstName: 1, address: 3, phone: 4, email: 5, source: 6 },
    ],
    [
      "Filipino",
      "Apelyido,Pangalan,Tirahan,Numero ng telepono,Email",
      { lastName: 0, firstName: 1, address: 2, phone: 3, email: 4 },
    ],
    ["a list of whole names", "Name,Address,Mobile", { fullName: 0, address: 1, phone: 2 }],
    ["Filipino, with whole names", "Buong pangalan,Pangalan,Tirahan", { fullName: 0, address: 2 }],
    ["both", "Full name,First name,Last name", { lastName: 2, firstName: 1 }],
    ["nothing we know", "A,B,C", {}],
  ])("from the names in %s", (_name, line, columns) => {
    expect(guess(line)).toEqual({ columns, header: true, source: "", ...NO_TICKS });
  });

  it("from the first entry, where the file names no columns", () => {
    expect(guess("Cruz,Ana,Manila,0917,ana@example.com")).toEqual({
      columns: { email: 4 },
      header: false,
      source: "",
      ...NO_TICKS,
    });
  });

  it("from a first entry without an e-mail by its phone number", () => {
    const columns = { phone: 3 };
    expect(guess("Cruz,Ana,Manila 1000,0917-123 4567")).toEqual({ columns, header: false, source: "", ...NO_TICKS });
    expect(guess("Nachname,Vorname,Adresse,Handy").header).toBe(true);
  });

  it("from a header below a title, and takes the lines below it for entries", () => {
    const text = "Suki Raffle 2026,,,\nfrom the counter,,,\nLast Name,First Name,Address,Phone\nCruz,Ana,Manila,0917";
    const mapping = guess(text);
    expect(mapping).toMatchObject({ columns: { lastName: 0, firstName: 1, address: 2, phone: 3 }, linesAbove: 2 });
    expect(headerCells(lines(text), mapping)).toEqual(["Last Name", "First Name", "Address", "Phone"]);
    expect(entryLines(lines(text), mapping).map(({ line }) => line)).toEqual([4]);
    expect(entryLines(lines(text), { ...mapping, header: false })).toHaveLength(4);
  });

  it("from the first line, where a title is all there is, or an entry comes before the names", () => {
    const entry = "Cruz,Ana,Manila,0917 123 4567";
    expect(guess(`Name\n${entry}`)).not.toHaveProperty("linesAbove");
    expect(guess(`${entry}\nLast Name,First Name,Address,Phone`)).toMatchObject({
      header: false,
      columns: { phone: 3 },
    });
    const deep = Array.from({ length: 5 }, () => "A title").join("\n");
    expect(guess(`${deep}\nLast Name,First Name`)).not.toHaveProperty("linesAbove");
  });

  it("from cells of a megabyte, which are no headings", () => {
    for (const long of ["(", " "].map((one) => one.repeat(1_000_000))) {
      const cells = [
        ["Name", `${long}x`],
        ["Ana", long],
        [`${long}(Phone)`, "Last name"],
      ];
      const mapping = guessMapping(
        cells.map((line, at) => ({ line: at + 1, cells: line })),
        { sources: [], rules: [] },
      );
      expect(mapping).toMatchObject({ header: true, columns: { fullName: 0 } });
    }
  });

  it("with the raffle's only source", () => {
    expect(guess("A", ["Online"]).source).toBe("Online");
  });
});

describe("a mapping that was sent", () => {
  const none = { ...eachPersonField(() => ""), fullName: "", source: "" };

  it("is taken", () => {
    const sent = {
      columns: { ...none, lastName: "0", email: "49" },
      header: true,
      linesAbove: 1,
      source: "Shop",
      ...NO_TICKS,
    };
    const columns = { lastName: 0, email: 49 };
    expect(readMapping(sent, SHOP)).toEqual({ columns, header: true, linesAbove: 1, source: "Shop", ...NO_TICKS });
  });

  it("says nothing by columns and sources that do not exist", () => {
    const sent = {
      columns: { ...none, lastName: "50", email: "-1", phone: "1e1", address: "x" },
      header: true,
      linesAbove: 5,
      source: "Moon",
      rules: { [ID]: "3" },
      everyRule: true,
    };
    expect(readMapping(sent, SHOP)).toEqual({ columns: {}, header: true, source: "", rules: {}, everyRule: true });
  });
});
