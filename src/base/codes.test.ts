import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODE_FORMATS, lookAlikes, swapLookAlikes, typedCode } from "./code-formats.ts";
import { CLEAR_LETTERS, CLEAR_LETTERS_AND_DIGITS, randomCode, UPPERCASE_LETTERS_AND_DIGITS } from "./codes.ts";

const DRAWS = 36_000;

// Six standard deviations: a fair generator leaves this band once in some ten million runs.
function band(draws: number, chance: number): { least: number; most: number } {
  const spread = 6 * Math.sqrt(draws * chance * (1 - chance));
  return { least: draws * chance - spread, most: draws * chance + spread };
}

describe("randomCode", () => {
  it.each([
    [CLEAR_LETTERS, 8, /^[A-HJ-NP-Z]{8}$/],
    [UPPERCASE_LETTERS_AND_DIGITS, 8, /^[A-Z0-9]{8}$/],
    [CLEAR_LETTERS_AND_DIGITS, 4, /^[A-HJ-NP-Z2-9]{4}$/],
    ["x", 3, /^xxx$/],
    ["x", 0, /^$/],
  ])("draws from %j a code of %d", (alphabet, length, form) => {
    expect(randomCode(alphabet, length)).toMatch(form);
  });

  it("has nothing to draw from an empty alphabet", () => {
    expect(() => randomCode("", 1)).toThrow(RangeError);
  });

  it("does not repeat itself", () => {
    const codes = Array.from({ length: 5000 }, () => randomCode(CLEAR_LETTERS, 8));
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([CLEAR_LETTERS, UPPERCASE_LETTERS_AND_DIGITS])("favours no letter of %j", (alphabet) => {
    const counts = Map.groupBy(randomCode(alphabet, DRAWS), (letter) => letter);
    const { least, most } = band(DRAWS, 1 / alphabet.length);
    for (const letter of alphabet) {
      expect(counts.get(letter)?.length).toBeGreaterThan(least);
      expect(counts.get(letter)?.length).toBeLessThan(most);
    }
  });
});

it.each(["YRCGBKUY", " yrcg bkuy ", "YRCG-BKUY", "yrcg\u2011bkuy\u200b", "Y R C G–B K U Y\n"])(
  "a code is read as people write it: %j",
  (typed) => {
    expect(typedCode(typed)).toBe("YRCGBKUY");
  },
);

describe("lookAlikes", () => {
  const old = fc.stringMatching(/^[A-Z0-9]{8}$/);
  const misread = (code: string, swaps: readonly boolean[]) =>
    [...code].map((one, at) => (swaps[at] ? ({ O: "0", "0": "O", I: "1", "1": "I" }[one] ?? one) : one)).join("");

  it("finds any code however O and 0, I and 1 were read, and what was typed first", () => {
    const swapped = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(old, swapped, (code, swaps) => {
        const typed = misread(code, swaps);
        const found = lookAlikes(typed, CODE_FORMATS.raffle);
        expect(found[0]).toBe(typed);
        expect(found).toContain(code);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(2 ** 8);
      }),
    );
  });

  it("knows one code alone for a new one", () => {
    for (let run = 0; run < 100; run += 1) {
      const code = randomCode(CLEAR_LETTERS_AND_DIGITS, 8);
      expect(lookAlikes(code, CODE_FORMATS.raffle)).toEqual([code]);
    }
  });

  it("is one code with all its look-alikes exchanged, where one guess may test no more", () => {
    expect(["BOOK", "2O2U", "1I0O", "WXYZ"].map(swapLookAlikes)).toEqual(["B00K", "202U", "I1O0", "WXYZ"]);
  });

  it.each([
    ["0LD1CODE", ["OLDICODE"]],
    ["OLDICODE", ["OLDICODE"]],
    ["OLD2CODE", []],
    ["OLDICODES", []],
    ["", []],
  ])("reads the entry code %j as %j", (typed, codes) => {
    expect(lookAlikes(typed, CODE_FORMATS.entry)).toEqual(codes);
  });
});
