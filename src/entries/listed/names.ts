import { hasVisibleText, isStorableText } from "#src/base/text.ts";
import { wordsOf } from "../alike/sounds.ts";
import type { CsvLine } from "../import/files/csv-file.ts";
import { guessMapping } from "../import/mapping.ts";
import { ENTRY_LIMITS } from "../limits.ts";
import { NAME_LIMITS } from "./limits.ts";

/** What numbers a line of a pasted list: "12. ", "12) ", "- ", "• ". */
const MARK = /^(?:\d{1,5}[.)]|[-–—*•·])\s+/u;
const CONTROL = /\p{Cc}+/gu;

/** A name that stands in a list more than once, and how often. */
export type RepeatedName = { readonly name: string; readonly times: number };

/**
 * Reads names from pasted lines, one a line. Cells of a copied table are separated by tabs; commas belong to names.
 */
export function namesInText(text: string): string[] {
  return namesInLines(text.split(/\r\n?|\n/).map((line, at) => ({ line: at + 1, cells: line.split("\t") })));
}

/** Reads names from the lines of a table: from columns that are headed so, else from the first cell with letters. */
export function namesInLines(lines: readonly CsvLine[]): string[] {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const { columns, linesAbove = 0 } = guessMapping(filled, { sources: [], rules: [] });
  const named = [columns.firstName, columns.lastName].filter((place) => place !== undefined);
  if (named.length === 0) return plainNames(filled.map(({ cells }) => cells.find(hasLetters) ?? cells.join(" ")));
  const below = filled.slice(linesAbove + 1);
  return plainNames(below.map(({ cells }) => named.map((place) => cells[place] ?? "").join(" ")));
}

function hasLetters(cell: string): boolean {
  return /\p{L}/u.test(cell);
}

function plainNames(texts: readonly string[]): string[] {
  return texts
    .map((text) => text.toWellFormed().normalize("NFC").replace(CONTROL, " ").trim().replace(MARK, ""))
    .map((text) => text.replace(/\s+/gu, " ").trim())
    .filter((name) => hasVisibleText(name) && isStorableText(name));
}

/** Names are one person's if they differ in nothing but capitals, accents, blanks and punctuation. */
function keyOf(name: string): string {
  return wordsOf(name).join(" ") || name;
}

/** Finds the names that stand in a list more than once, in their order. */
export function repeatedNames(names: readonly string[]): RepeatedName[] {
  const groups = Map.groupBy(names, keyOf).values();
  return [...groups].flatMap(([name = "", ...others]) =>
    others.length > 0 ? [{ name, times: others.length + 1 }] : [],
  );
}

/** Each name once, as it stands first. */
export function withoutRepeated(names: readonly string[]): string[] {
  return [...Map.groupBy(names, keyOf).values()].flatMap(([name]) => name ?? []);
}

/** A name in two parts: the last word is the last name, or what stands before a comma. One word is a first name. */
export function partsOfName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [before = "", after = "", ...more] = name.split(/\s*,\s*/u);
  if (before !== "" && after !== "" && more.length === 0) return { firstName: after, lastName: before };
  const cut = name.lastIndexOf(" ");
  return cut === -1
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, cut), lastName: name.slice(cut + 1) };
}

/** Whether a line is longer than a name can be stored. */
export function isTooLong(name: string): boolean {
  const { firstName, lastName } = partsOfName(name);
  return (
    name.length > NAME_LIMITS.name ||
    firstName.length > ENTRY_LIMITS.firstName ||
    lastName.length > ENTRY_LIMITS.lastName
  );
}
