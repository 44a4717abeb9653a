import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { banderitasSvg } from "./banderitas.ts";

const SIZE = { width: 1200, height: 630 };
const CODES = Array.from({ length: 60 }, (_, index) => `CODE${index.toString().padStart(4, "0")}`);

describe("banderitasSvg", () => {
  it("draws the same picture for the same code", () => {
    expect(banderitasSvg("K7QX2M9B", SIZE)).toBe(banderitasSvg("K7QX2M9B", SIZE));
  });

  it("draws another picture for every other code", () => {
    expect(new Set(CODES.map((code) => banderitasSvg(code, SIZE))).size).toBe(CODES.length);
  });

  it("stays under 12 KB and puts neither text nor another file into the picture", () => {
    for (const svg of CODES.map((code) => banderitasSvg(code, SIZE))) {
      expect(svg.length).toBeLessThan(12 * 1024);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<text|<image|<script|href="[^#]/);
    }
  });

  it("uses the code to choose only, whatever is in it", () => {
    expect(banderitasSvg('"><script>alert(1)</script>', SIZE)).not.toContain("script");
    expect(banderitasSvg("", SIZE)).toContain("<svg");
  });

  it("is a picture of the size asked for, also a small one", async () => {
    const svg = Buffer.from(banderitasSvg("K7QX2M9B", { width: 120, height: 63 }));
    const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([120, 63]);
    const colours = new Set(Array.from({ length: 120 * 63 }, (_, index) => data.readUIntBE(index * 3, 3)));
    expect(colours.size).toBeGreaterThan(50);
  });
});
