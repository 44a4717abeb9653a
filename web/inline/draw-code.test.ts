import { afterEach, expect, it, vi } from "vitest";
import { CLEAR_LETTERS } from "#src/base/codes.ts";
import { drawEntryCode } from "./draw-code.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("draws what the server would", () => {
  const codes = Array.from({ length: 5000 }, drawEntryCode);
  for (const code of codes) expect(code).toMatch(new RegExp(`^[${CLEAR_LETTERS}]{8}$`));
  expect(new Set(codes).size).toBe(codes.length);
});

it("takes each letter from as many values of a byte as any other", () => {
  const counts = new Map<string, number>();
  const drawn = vi.spyOn(crypto, "getRandomValues");
  for (let byte = 0; byte < 256; byte += 1) {
    // A refused byte, followed by one that stands for "A".
    let next = byte;
    drawn.mockImplementation((array) => {
      new Uint8Array((array as Uint8Array).buffer).fill(next);
      next = 0;
      return array;
    });
    const [letter = ""] = drawEntryCode();
    const refused = drawn.mock.calls.length > 8;
    drawn.mockClear();
    if (!refused) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect([...counts.keys()].sort().join("")).toBe(CLEAR_LETTERS);
  expect(new Set(counts.values())).toEqual(new Set([10]));
});
