import { encode } from "uqr";
import { escapeXml } from "#src/base/xml.ts";

/** The family of our own fonts (fonts/display-*.ttf), for a drawing's `font-family`. */
export const DRAWN_FONT = "Bricolage Grotesque 96pt ExtraBold";

/** Widths of letters in DRAWN_FONT, measured, in parts of its size. The first row that has a letter counts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[mwMW@%&…]/, 0.95],
  [/[iljI.,:;'’!|()· -]/, 0.28],
  [/[frtJ1]/, 0.42],
  [/[\p{Lu}\d]/u, 0.68],
  [/\p{Script=Latin}/u, 0.6],
  [/./su, 1],
];

/** The height of a line, in parts of its letters' size. */
export const LINE = 1.2;

const graphemes = new Intl.Segmenter();

type Line = { readonly left: number; readonly top: number; readonly size: number; readonly fill: string };
type Lines = Line & { readonly width: number; readonly most: number };

/** A text of one line or more as SVG. */
export function drawnLines(text: string, { width, most, ...line }: Lines): string {
  const rows = wrapped(text, { width, size: line.size, most });
  return rows.map((row, at) => drawnLine(row, { ...line, top: line.top + at * line.size * LINE })).join("");
}

/** One line as SVG, whatever its width. */
export function drawnLine(text: string, { left, top, size, fill }: Line): string {
  return `<text x="${left}" y="${top}" font-size="${size}" fill="${fill}">${escapeXml(text)}</text>`;
}

/** A text in lines of this width, broken between words where it can be; the last line ends in "…" if cut. */
export function wrapped(text: string, { width, size, most }: Pick<Lines, "width" | "size" | "most">): string[] {
  const rows: string[] = [];
  let rest = lettersOf(text);
  while (rest.length > 0 && rows.length < most) {
    const fit = fitting(rest, width / size);
    const isLast = rows.length === most - 1;
    const blank = rest.slice(0, fit + 1).lastIndexOf(" ");
    const cut = fit === rest.length ? fit : isLast ? fit - 1 : blank > 0 ? blank : fit;
    rows.push(`${rest.slice(0, cut).join("").trim()}${isLast && cut < rest.length ? "…" : ""}`);
    rest = lettersOf(rest.slice(cut).join(""));
  }
  return rows;
}

function lettersOf(text: string): string[] {
  return [...graphemes.segment(text.replaceAll(/\s+/g, " ").trim())].map(({ segment }) => segment);
}

/** How many of these letters fit, two at least. */
function fitting(letters: readonly string[], width: number): number {
  let used = 0;
  const first = letters.findIndex((letter) => {
    used += WIDTHS.find(([of]) => of.test(letter))?.[1] ?? 1;
    return used > width;
  });
  return first === -1 ? letters.length : Math.max(2, first);
}

/** A QR code with its white border as SVG. */
export function drawnQrCode(link: string, { left, top, side }: { left: number; top: number; side: number }): string {
  const { data, size } = encode(link, { border: 2 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1Z`] : [])));
  return `<g transform="translate(${left} ${top}) scale(${side / size})"><path d="M0 0h${size}v${size}h-${size}Z" fill="#fff"/><path d="${cells.join("")}" fill="#000" shape-rendering="crispEdges"/></g>`;
}
