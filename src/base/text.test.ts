import { describe, expect, it } from "vitest";
import { z } from "zod";
import { encodeMessage, fieldErrors, hasVisibleText, isStorableText, optionalText, requiredText } from "./text.ts";

const tooLong = [{ key: "textTooLong", params: { max: 5 } }];

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : fieldErrors(parsed.error)[""];
}

describe("requiredText", () => {
  const schema = requiredText(5, "nameRequired");

  it.each([
    ["Peña", "Peña"],
    ["  a b \n", "a b"],
    ["12345", "12345"],
    ["  12345  ", "12345"],
    ["\u{1f389}\u{1f389}", "\u{1f389}\u{1f389}"],
    ["-", "-"],
    ["0", "0"],
  ])("takes %j as it was typed, trimmed", (typed, stored) => {
    expect(check(schema, typed)).toBe(stored);
  });

  it.each([undefined, null, "", "   ", "\u200b\u200d", "\ufeff", "\u0001", "\u3164", "\u2800"])(
    "finds %j missing",
    (typed) => {
      expect(check(schema, typed)).toEqual([{ key: "nameRequired" }]);
    },
  );

  it.each([1, true, {}, ["a"]])("takes %j for no text", (value) => {
    expect(check(schema, value)).toEqual([{ key: "textWrongType" }]);
  });

  it.each(["a\u0000b", "\u0000", "half \ud83c", "\udf89"])("refuses %j, which cannot be stored", (typed) => {
    expect(check(schema, typed)).toEqual([{ key: "textUnstorable" }]);
  });

  it("is read once, however many blanks there are", () => {
    const typed = `a${" ".repeat(500_000)}b`;
    expect(requiredText(20, "nameMissing").safeParse(typed).error?.issues).toHaveLength(1);
    expect(requiredText(20, "nameMissing").parse(`a${" ".repeat(3)}\t \n ${"\n ".repeat(200_000)}b`)).toBe("a b");
  });

  it("counts as a browser's maxlength does", () => {
    expect(check(schema, "123456")).toEqual(tooLong);
    expect(check(schema, "\u{1f389}\u{1f389}\u{1f389}")).toEqual(tooLong);
  });
});

describe("optionalText", () => {
  const schema = optionalText(5);

  it.each([undefined, null, "", "  "])("takes %j as empty", (value) => {
    expect(check(schema, value)).toBe("");
  });

  it("takes what was typed, trimmed", () => {
    expect(check(schema, " a\u200b ")).toBe("a");
    expect(check(optionalText(5, { lines: true }), " a\u200b ")).toBe("a\u200b");
  });

  it.each([
    ["123456", tooLong],
    ["\u0000", [{ key: "textUnstorable" }]],
    [7, [{ key: "textWrongType" }]],
  ])("refuses %j", (value, messages) => {
    expect(check(schema, value)).toEqual(messages);
  });
});

describe("a text of one line", () => {
  const [line, lines] = [requiredText(60, "nameRequired"), requiredText(60, "nameRequired", { lines: true })];

  it.each([
    ["Win\r\nX-Injected: 1", "Win X-Injected: 1"],
    ["12 Rizal St,\n\tIloilo", "12 Rizal St, Iloilo"],
    ["sep\u2028ar\u2029ated\u0085", "sep ar ated"],
    ["invoice\u202efdp.exe\u202c", "invoicefdp.exe"],
    ["\u2066tam\u2069bi\u200bo\u00adlo\ufeff", "tambiolo"],
  ])("%j is stored as %j, and as it was typed where lines are meant", (typed, stored) => {
    expect(check(line, typed)).toBe(stored);
    expect(check(lines, typed)).toBe(typed.trim());
  });

  it("keeps the joiners of names and of emoji", () => {
    for (const text of [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
      "\u2764\ufe0f",
    ]) {
      expect(check(line, text)).toBe(text);
    }
  });

  it.each(["a\u0007b", "a\u001b[31mb", "a\u007fb", "a\u009bb"])("refuses %j", (typed) => {
    expect(check(line, typed)).toEqual([{ key: "textOneLine" }]);
    expect(check(optionalText(60), typed)).toEqual([{ key: "textOneLine" }]);
    expect(check(lines, typed)).toBe(typed);
  });
});

describe("what can be stored and seen", () => {
  it("is decided for every kind of character", () => {
    expect(["", "é", "\u{1f389}", "\u0001", "\uffff"].every(isStorableText)).toBe(true);
    expect(["\u0000", "\ud800", "\udc00a"].some(isStorableText)).toBe(false);
    expect(["a", "1", "?", "€", "日", "\u{1f389}"].every(hasVisibleText)).toBe(true);
    expect(["", " ", "\u00a0", "\u202e", "\u0301", "\ufe0f", "\u115f"].some(hasVisibleText)).toBe(false);
  });
});

describe("fieldErrors", () => {
  const schema = z.object({
    name: z.string({ error: "nameRequired" }),
    prizes: z.array(z.object({ worth: z.string().min(3, { error: "short" }).min(2, { error: "short" }) })),
    count: z.number({ error: encodeMessage({ key: "textTooLong", params: { max: 3 } }) }),
  });

  it("names nested fields by their path, each message once, with what is filled in", () => {
    const parsed = schema.safeParse({ prizes: [{ worth: "long" }, { worth: "" }] });
    expect(parsed.error && fieldErrors(parsed.error)).toEqual({
      name: [{ key: "nameRequired" }],
      "prizes.1.worth": [{ key: "short" }],
      count: [{ key: "textTooLong", params: { max: 3 } }],
    });
  });
});
