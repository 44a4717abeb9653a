import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { startCpuClock } from "../../tests/support/cpu-time.ts";
import { normalisePhone } from "./phone.ts";

// Includes cases from libphonenumber's tests and metadata. Numbering plans as of 2026. The first two markets are the
// Philippines and Germany.
const NUMBERS: readonly [region: string, key: string, spellings: readonly string[]][] = [
  [
    "PH",
    "+639051234567",
    [
      "09051234567",
      "0905 123 4567",
      "0905-123-4567",
      "(0905) 123-4567",
      "  0905.123.4567  ",
      "0905/1234567",
      "+639051234567",
      "+63 905 123 4567",
      "63 905 123 4567",
      "639051234567",
      "0063 905 123 4567",
      "+63 (0) 905 123 4567",
      "(+63) 905 123 4567",
      "＋６３ ９０５ １２３ ４５６７",
      "٠٩٠٥١٢٣٤٥٦٧",
      "0905\u00a0123\u00a04567",
      "0905\u2011123\u20114567",
      "\u202d+63 905 123 4567\u202c",
      "0905\u200b123\u200d4567\ufeff",
      "0905 123 4567 ext. 12",
      "+63 905 123 4567;ext=12",
    ],
  ],
  ["PH", "+639053569377", ["0905 FLOWERS", "+63 905-flowers", "0905 356 9377"]],
  ["PH", "+63232345678", ["0232345678", "(02) 3234 5678", "02-3234-5678", "+63 2 3234 5678"]],
  ["PH", "+63180012345678", ["1800 1234 5678", "1-800-1234-5678"]],
  ["PH", "+4915123456789", ["+49 1512 3456789", "0049 151 23456789"]],
  ["DE", "+4915123456789", ["0151/23456789", "0049 1512 3456789", "+4915123456789", "+49 (0)151 23456789"]],
  ["DE", "+4930123456", ["030/123456", "+49 30 123456"]],
  ["DE", "+498001234567890", ["0800 1234567890"]],
  [
    "US",
    "+16502530000",
    ["(650) 253-0000", "+1 650 253 0000", "650.253.0000", "1 (650) 253\u00ad-0000", "＋1 (650) 253-0000"],
  ],
];

const NO_NUMBERS: readonly [region: string, typed: string][] = [
  ["PH", ""],
  ["PH", "   "],
  ["PH", "12"],
  ["PH", "0905 123 456"],
  ["PH", "0905 123 45678"],
  ["PH", "+63 000 000 0000"],
  ["PH", "I want a Pizza"],
  ["PH", "my number is 0905 123 4567"],
  ["PH", "0905 123 4567 or 0917 123 4567"],
  ["PH", "0905 123 4567<script>"],
  ["PH", "0905 123 4567'; drop table entries; --"],
  ["PH", "+999 123 4567"],
  ["PH", "911"],
  ["PH", "0905 123 CALL ME"],
  ["PH", "call 0905 123 4567"],
  ["PH", "0905 123 4567 ABCDEFG"],
  ["PH", "+63 905 PIZZA"],
  ["US", "1800 SIX FLAGS GREAT ADVENTURE"],
  ["US", "253-0000"],
  ["US", "(650) 253-00000"],
  ["DE", "0151"],
];

describe("normalisePhone", () => {
  describe.each(NUMBERS)("in %s, %s", (region, key, spellings) => {
    it.each(spellings)("is one number, spelt %j", (typed) => {
      expect(normalisePhone(typed, region)).toBe(key);
    });
  });

  it.each(NO_NUMBERS)("in %s, %j is nobody's number", (region, typed) => {
    expect(normalisePhone(typed, region)).toBeNull();
  });

  it.each([
    ["PH", "63", 9, 10],
    ["DE", "49", 1, 10],
    ["DE", "49", 1, 11],
  ])(
    "takes plain mobile numbers of %s (+%s %i…, %i digits) for what the parser takes them",
    (region, code, first, length) => {
      const range = Array.from({ length: 10_000 }, (_, next) =>
        `${first}${String(next).padStart(4, "0")}`.padEnd(length, "123456"),
      );
      const expected = range.map((number) => {
        const parsed = parsePhoneNumberFromString(`+${code}${number}`);
        return parsed?.isValid() ? parsed.number : null;
      });
      expect(range.map((number) => normalisePhone(`+${code} ${number.slice(0, 3)} ${number.slice(3)}`, "US"))).toEqual(
        expected,
      );
      expect(range.map((number) => normalisePhone(`0${number.slice(0, 3)}-${number.slice(3)}`, region))).toEqual(
        expected,
      );
      expect(new Set(expected).size).toBeGreaterThan(1000);
    },
  );

  it("normalises its own answer to itself", () => {
    for (const [region, key] of NUMBERS) expect(normalisePhone(key, region)).toBe(key);
  });

  it.each(["1800 SIX FLAGS", "1-800-six-flags"])("reads the words of %j as a keypad does", (typed) => {
    expect(normalisePhone(typed, "US")).toBe("+180074935247");
  });

  it("keeps two people apart whose numbers differ in one digit", () => {
    expect(normalisePhone("0905 123 4567", "PH")).not.toBe(normalisePhone("0905 123 4568", "PH"));
  });

  it.each([
    ["digits", "0".repeat(1_000_000)],
    ["pluses", "+".repeat(1_000_000)],
    ["brackets", "(".repeat(1_000_000)],
    ["spaces within", `0905${" ".repeat(1_000_000)}1234567`],
    ["extensions", "0905 123 4567 ext ".repeat(50_000)],
    ["marks", "\u0301".repeat(1_000_000)],
  ])("is not held up by a million %s", (_name, typed) => {
    const spent = startCpuClock();
    expect(normalisePhone(typed, "PH")).toBeNull();
    expect(spent()).toBeLessThan(2000);
  });
});
