import { describe, expect, it } from "vitest";
import { accentColors, contrast } from "./contrast.ts";

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
