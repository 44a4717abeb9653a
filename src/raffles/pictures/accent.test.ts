import { describe, expect, it } from "vitest";
import { accentColors, accentOf, contrast } from "./accent.ts";

/** Every sixth shade of each of red, green and blue: 4096 colours, among them the hardest greys. */
const STEPS = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, "0"));
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

describe("accentColors", () => {
  it("has 4.5:1 for text on the accent, and for text in it, light and dark, whatever the colour", () => {
    const unreadable = COLORS.filter((accent) => {
      const { on, light, dark } = accentColors(accent);
      const pairs = [
        [on, accent],
        ...["#fffbf4", "#ffffff"].map((paper) => [light, paper]),
        ...["#15131f", "#201d2e"].map((paper) => [dark, paper]),
      ];
      return pairs.some(([text = "", ground = ""]) => contrast(text, ground) < 4.5);
    });
    expect(unreadable).toEqual([]);
  });

  it("leaves a colour as it is where it can be read", () => {
    expect(accentColors("#0b6e69")).toMatchObject({ on: "#ffffff", light: "#0b6e69" });
    expect(accentColors("#ffc657")).toMatchObject({ on: "#1f1b2e", dark: "#ffc657" });
  });
});

describe("contrast", () => {
  it("is WCAG's", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
  });
});

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
