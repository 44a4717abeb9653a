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
  ])("takes %j as it was typed, trimmed", (typed, kept) => {
    expect(check(schema, typed)).toBe(kept);
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
    expect(check(schema, " a\u200b ")).toBe("a\u200b");
  });

  it.each([
    ["123456", tooLong],
    ["\u0000", [{ key: "textUnstorable" }]],
    [7, [{ key: "textWrongType" }]],
  ])("refuses %j", (value, messages) => {
    expect(check(schema, value)).toEqual(messages);
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
    count: z.number({ error: encodeMessage({ key: "range", params: { max: 3 } }) }),
  });

  it("names nested fields by their path, each message once, with what is filled in", () => {
    const parsed = schema.safeParse({ prizes: [{ worth: "long" }, { worth: "" }] });
    expect(parsed.error && fieldErrors(parsed.error)).toEqual({
      name: [{ key: "nameRequired" }],
      "prizes.1.worth": [{ key: "short" }],
      count: [{ key: "range", params: { max: 3 } }],
    });
  });
});
