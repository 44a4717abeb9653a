import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { contrast } from "#src/base/colors/contrast.ts";
import { banderitasSvg } from "./banderitas.ts";

const SIZE = { width: 1200, height: 630 };
const drawn = (code: string, size = SIZE) => banderitasSvg({ code, name: "", accent: "" }, size);
const CODES = Array.from({ length: 60 }, (_, index) => `CODE${index.toString().padStart(4, "0")}`);

describe("banderitasSvg", () => {
  it("draws the same picture for the same code", () => {
    expect(drawn("K7QX2M9B")).toBe(drawn("K7QX2M9B"));
  });

  it("draws another picture for every other code", () => {
    expect(new Set(CODES.map((code) => drawn(code))).size).toBe(CODES.length);
  });

  it("stays under 12 KB and puts neither text nor another file into the picture", () => {
    for (const svg of CODES.map((code) => drawn(code))) {
      expect(svg.length).toBeLessThan(12 * 1024);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<text|<image|<script|href="[^#]/);
    }
  });

  it("uses the code to choose only, whatever is in it", () => {
    expect(drawn('"><script>alert(1)</script>')).not.toContain("script");
    expect(drawn("")).toContain("<svg");
  });

  it("is a picture of the size asked for, also a small one", async () => {
    const svg = Buffer.from(drawn("K7QX2M9B", { width: 120, height: 63 }));
    const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([120, 63]);
    const colours = new Set(Array.from({ length: 120 * 63 }, (_, index) => data.readUIntBE(index * 3, 3)));
    expect(colours.size).toBeGreaterThan(50);
  });

  it("letters a short name on the flags, as a text that is nothing else, and no long or foreign one", () => {
    const lettered = (name: string) => banderitasSvg({ code: "K7QX2M9B", name, accent: "" }, SIZE);
    const letters = (name: string) =>
      [...lettered(name).matchAll(/<text[^>]*>([^<]*)</g)].map(([, letter]) => letter).join("");
    expect(letters("Ube cake & más")).toBe("UBECAKE&amp;MÁS");
    expect(letters("A".repeat(14))).toHaveLength(14);
    expect(letters("A".repeat(15))).toBe("");
    expect(letters("抽奖")).toBe("");
    expect(letters("<b>hi</b>")).toBe("");
  });

  it("hangs flags in the shop's colour, lighter by night and darker by day where it would not be seen", () => {
    for (const accent of ["#0b2a66", "#fff3c4", "#c4193b"]) {
      for (const code of CODES.slice(0, 20)) {
        const svg = banderitasSvg({ code, name: "", accent }, SIZE);
        const [, sky = ""] = /stop-color="(#\w+)"/.exec(svg) ?? [];
        const flags = [...svg.matchAll(/<use [^>]*fill="(#[0-9a-f]{6})"/g)].map(([, fill = ""]) => contrast(fill, sky));
        expect(Math.max(...flags)).toBeGreaterThanOrEqual(1.6);
        expect(svg).not.toBe(drawn(code));
      }
    }
  });
});
