import { describe, expect, it } from "vitest";
import { accentOf } from "./accent.ts";

describe("accentOf", () => {
  const pixels = (...runs: [count: number, red: number, green: number, blue: number][]) =>
    new Uint8Array(runs.flatMap(([count, ...rgb]) => Array.from({ length: count }, () => rgb).flat()));

  it("is the most of the colourful shades, not the paper and the ink around them", () => {
    expect(accentOf(pixels([900, 255, 255, 255], [300, 12, 12, 14], [80, 11, 110, 105], [20, 200, 30, 30]))).toBe(
      "#0b6e69",
    );
  });

  it("is empty for a logo in black and white, and for nothing", () => {
    expect(accentOf(pixels([50, 255, 255, 255], [50, 0, 0, 0], [50, 128, 130, 126]))).toBe("");
    expect(accentOf(new Uint8Array())).toBe("");
  });
});
