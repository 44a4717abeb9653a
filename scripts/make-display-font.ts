import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

// `node scripts/make-display-font.ts`: subsets Bricolage Grotesque to the letters and weights that the pages use.
const FONTS = fileURLToPath(new URL("../web/theme/fonts/", import.meta.url));
const PICTURE_FONTS = fileURLToPath(new URL("../src/raffles/pictures/fonts/", import.meta.url));
const SOURCE = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/bricolage-grotesque/package.json"));

/**
 * Byte limit of the first file, which every page preloads. A larger file would delay the first screen on a slow phone.
 */
const MAX_BYTES = 35 * 1024;
const LATIN_1 = [...letters(0x20, 0x7e), ...letters(0xa0, 0xff)].join("");
const LATIN_EXTENDED = [...letters(0x100, 0x17f), "₱"].join("");
/** The optical size 40 at every font size, for a poster look. The weights are those of headings and codes. */
const CUT = {
  keepFeatures: ["kern", "mark", "ccmp", "tnum"],
  variationAxes: { opsz: 40, wght: { min: 600, max: 800 } },
} as const;

const display = await cut("latin", `${LATIN_1}’‘“”–—…•€`);
// The peso sign is in the package's other file, and one subset cannot join two files.
const peso = await cut("latin-ext", "₱");
const bytes = display.woff2.byteLength + peso.woff2.byteLength;
if (bytes > MAX_BYTES) throw new Error(`The display face has ${bytes} bytes, more than ${MAX_BYTES}.`);
await mkdir(FONTS, { recursive: true });
await writeFile(join(FONTS, "display.woff2"), display.woff2);
await writeFile(join(FONTS, "display-peso.woff2"), peso.woff2);
await copyFile(join(SOURCE, "LICENSE"), join(FONTS, "OFL.txt"));
// Pictures that the server draws have texts in one weight, with all letters that the package has.
for (const subset of ["latin", "latin-ext"] as const) {
  const letters = subset === "latin" ? `${LATIN_1}’‘“”–—…•€` : LATIN_EXTENDED;
  await writeFile(
    join(PICTURE_FONTS, `display-${subset}.ttf`),
    (await cut(subset, letters, { opsz: 40, wght: 700 })).sfnt,
  );
}
process.stdout.write(`${bytes} bytes; ${describeMetrics(display.sfnt)}\n`);

async function cut(
  subset: "latin" | "latin-ext",
  text: string,
  variationAxes: Parameters<typeof subsetFont>[2]["variationAxes"] = CUT.variationAxes,
): Promise<{ woff2: Buffer; sfnt: Buffer }> {
  const font = await readFile(join(SOURCE, `files/bricolage-grotesque-${subset}-opsz-normal.woff2`));
  const [woff2, sfnt] = await Promise.all([
    subsetFont(font, text, { ...CUT, variationAxes, targetFormat: "woff2" }),
    subsetFont(font, text, { ...CUT, variationAxes, targetFormat: "sfnt" }),
  ]);
  return { woff2, sfnt };
}

function letters(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}

/** The vertical metrics that web/theme/font.css repeats for the fallback, from the tables `head` and `hhea`. */
function describeMetrics(sfnt: Buffer): string {
  const unitsPerEm = sfnt.readUInt16BE(offsetOf("head", sfnt) + 18);
  const hhea = offsetOf("hhea", sfnt);
  const [ascender, descender, lineGap] = [4, 6, 8].map((at) => sfnt.readInt16BE(hhea + at) / unitsPerEm);
  return `ascender ${ascender}, descender ${descender}, line gap ${lineGap} of an em`;
}

// The table directory of an OpenType file: from byte 12 on, 16 bytes per table. Bytes 4 and 5 hold the count.
function offsetOf(tag: string, sfnt: Buffer): number {
  for (let entry = 12; entry < 12 + 16 * sfnt.readUInt16BE(4); entry += 16) {
    if (sfnt.toString("latin1", entry, entry + 4) === tag) return sfnt.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no table "${tag}".`);
}
