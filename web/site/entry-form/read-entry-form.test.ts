import { describe, expect, it } from "vitest";
import { eachPersonField } from "#src/entries/fields.ts";
import { noteField } from "../../requests/form-text.ts";
import { entryBody, readEntryForm } from "./read-entry-form.ts";

function form(...pairs: [name: string, value: string | File][]): FormData {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

const filled = form(
  ["firstName", " Maria "],
  ["lastName", "Peña"],
  ["address", "12 Rizal St\r\nIloilo City"],
  ["phone", "0917 123 4567"],
  ["email", "maria@example.com"],
  ["facebook", "https://www.facebook.com/maria"],
  ["instagram", "https://www.instagram.com/"],
  ["acceptTerms", "on"],
  ["entryCode", "ABCDEFGH"],
  ["rules", "r1"],
  ["rules", "r2"],
  ["wishes", "p2"],
  [noteField("p1"), "not wished for"],
  [noteField("p2"), "blue\r\nor red"],
);

describe("the entry form", () => {
  it("is read as it was typed, with line breaks as people mean them", () => {
    expect(readEntryForm(filled)).toEqual({
      ...eachPersonField(() => ""),
      firstName: " Maria ",
      lastName: "Peña",
      address: "12 Rizal St\nIloilo City",
      phone: "0917 123 4567",
      email: "maria@example.com",
      facebook: "https://www.facebook.com/maria",
      instagram: "https://www.instagram.com/",
      acceptTerms: true,
      promotions: false,
      namedByTicket: false,
      entryCode: "ABCDEFGH",
      dropCode: "",
      invitedBy: "",
      rules: ["r1", "r2"],
      wishes: ["p2"],
      notes: { p1: "not wished for", p2: "blue\nor red" },
    });
  });

  it("becomes a submission in which a note without a tick is no wish", () => {
    const { notes: _, dropCode: __, invitedBy: ___, ...rest } = readEntryForm(filled);
    expect(entryBody(readEntryForm(filled))).toEqual({
      ...rest,
      wishes: [
        { prizeId: "p2", note: "blue\nor red" },
        { prizeId: "p1", note: "not wished for", status: "Unselected" },
      ],
    });
  });

  it("leaves the entry code to the server where it has none", () => {
    expect(entryBody(readEntryForm(form(["entryCode", ""])))).not.toHaveProperty("entryCode");
  });

  it("agrees to nothing that was not ticked", () => {
    for (const value of ["", "off", "true", "1"]) {
      const boxes = ["acceptTerms", "promotions", "namedByTicket"] as const;
      const { acceptTerms, promotions, namedByTicket } = readEntryForm(
        form(...boxes.map((name): [string, string] => [name, value])),
      );
      expect([acceptTerms, promotions, namedByTicket]).toEqual([false, false, false]);
    }
    expect(readEntryForm(form(["promotions", "on"])).promotions).toBe(true);
    expect(readEntryForm(form(["namedByTicket", "on"])).namedByTicket).toBe(true);
  });

  it("is read without what it lacks, and takes no file for a text", () => {
    const file = new File(["x"], "x.txt");
    const values = readEntryForm(form(["firstName", file], ["rules", file], ["wishes", file], [noteField("p1"), file]));
    expect(values).toMatchObject({
      firstName: "",
      lastName: "",
      rules: [],
      wishes: [],
      notes: { p1: "" },
      entryCode: "",
    });
  });

  it("keeps a note for a prize with an unusual name to itself", () => {
    const { notes } = readEntryForm(form([noteField("__proto__"), "x"], [noteField("a.b"), "y"]));
    expect(Object.entries(notes)).toEqual([
      ["__proto__", "x"],
      ["a.b", "y"],
    ]);
    expect("x" in {}).toBe(false);
  });
});
