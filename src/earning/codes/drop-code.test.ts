import { describe, expect, it } from "vitest";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { codeAt, hashOfCode, readDropCode, shownDropCode } from "./drop-code.ts";

const codes = Array.from({ length: 200 }, (_, place) => codeAt("5eed", String(place)));

describe("drop codes", () => {
  it("are read as they are made, shown and scanned, without characters that look alike", () => {
    for (const code of codes) {
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
      expect(shownDropCode(code)).toMatch(/^\w{4}-\w{4}-\w{4}$/);
      const typed = [
        code,
        shownDropCode(code).toLowerCase(),
        ` ${code} `,
        `https://x.example/code/ABCD1234/${code}?lang=de`,
      ];
      expect(typed.map(readDropCode)).toEqual(typed.map(() => code));
    }
    expect(new Set(codes).size).toBe(codes.length);
    expect(codeAt("5eed", "7")).toBe(codes[7]);
    expect(codeAt("5eee", "7")).not.toBe(codes[7]);
  });

  it("show every wrong character, and any two that changed places", () => {
    for (const code of codes.slice(0, 20)) {
      for (let place = 0; place < code.length; place += 1) {
        for (const other of CLEAR_LETTERS_AND_DIGITS.replace(code.charAt(place), "")) {
          expect(readDropCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
        }
        for (let second = place + 1; second < code.length; second += 1) {
          const swapped = [...code];
          [swapped[place], swapped[second]] = [code.charAt(second), code.charAt(place)];
          expect(readDropCode(swapped.join(""))).toBe(code.charAt(place) === code.charAt(second) ? code : null);
        }
      }
    }
    expect(["", "ABC", "O0I1O0I1O0I1", `${codes[0]}A`].map(readDropCode)).toEqual([null, null, null, null]);
  });

  it("are stored as hashes that another raffle or another secret does not share", () => {
    const [code = ""] = codes;
    const hashes = [
      hashOfCode(Buffer.alloc(32, 1), "a", code),
      hashOfCode(Buffer.alloc(32, 2), "a", code),
      hashOfCode(Buffer.alloc(32, 1), "b", code),
    ];
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(hashes).size).toBe(3);
  });
});
