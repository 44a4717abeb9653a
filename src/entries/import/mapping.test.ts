import { describe, expect, it } from "vitest";
import { eachPersonField } from "../fields.ts";
import { guessMapping, readMapping } from "./mapping.ts";

const guess = (line: string, sources = ["Online", "Shop"]) => guessMapping(line.split(","), { sources, rules: [] });

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

  it("with the raffle's only source", () => {
    expect(guess("A", ["Online"]).source).toBe("Online");
  });
});

describe("a mapping that was sent", () => {
  const none = { ...eachPersonField(() => ""), source: "" };

  it("is taken", () => {
    const sent = { columns: { ...none, lastName: "0", email: "49" }, header: true, source: "Shop", ...NO_TICKS };
    const columns = { lastName: 0, email: 49 };
    expect(readMapping(sent, SHOP)).toEqual({ columns, header: true, source: "Shop", ...NO_TICKS });
  });

  it("says nothing by columns and sources that do not exist", () => {
    const sent = {
      columns: { ...none, lastName: "50", email: "-1", phone: "1e1", address: "x" },
      header: false,
      source: "Moon",
      rules: { [ID]: "3" },
      everyRule: true,
    };
    expect(readMapping(sent, SHOP)).toEqual({ columns: {}, header: false, source: "", rules: {}, everyRule: true });
  });
});
