import { hasVisibleText, isStorableText } from "#src/base/text.ts";
import { holdsContact } from "#src/contact/in-name.ts";
import { wordsOf } from "../alike/sounds.ts";
import type { CsvLine } from "../import/files/csv-file.ts";
import { IMPORT_LIMITS } from "../import/limits.ts";
import { guessMapping } from "../import/mapping.ts";
import { ENTRY_LIMITS } from "../limits.ts";
import { partsOfName } from "../name-parts.ts";
import { NAME_LIMITS } from "./limits.ts";

/** What numbers a line of a pasted list: "12. ", "12) ", "- ", "• ". */
const MARK = /^(?:\d{1,5}[.)]|[-–—*•·])\s+/u;
const CONTROL = /\p{Cc}+/gu;

/** Lines that are read: one more than a list may have, and what may stand above it. */
const MAX_LINES = NAME_LIMITS.names + 11;

/** A name that stands in a list more than once, and how often. */
export type RepeatedName = { readonly name: string; readonly times: number };

/**
 * Reads names from pasted lines, one a line. Cells of a copied table are separated by tabs; commas belong to names.
 */
export function namesInText(text: string): string[] {
  const lines = text.split(/[\r\n]+/, MAX_LINES);
  return namesInLines(lines.map((line, at) => ({ line: at + 1, cells: line.split("\t", IMPORT_LIMITS.columns) })));
}

/**
 * Reads names from the lines of a table: from columns that are headed so, else from the first cell with letters that
 * is no e-mail address or phone number. It stops where the list is too long.
 */
export function namesInLines(lines: readonly CsvLine[]): string[] {
  const filled = lines.slice(0, MAX_LINES).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const { columns, header, linesAbove = 0 } = guessMapping(filled, { sources: [], rules: [] });
  const named = [columns.fullName, columns.firstName, columns.lastName].filter((place) => place !== undefined);
  const below = filled.slice(linesAbove + 1);
  if (named.length === 0) {
    const contact = [columns.email, columns.phone].filter((place) => place !== undefined);
    const isHeaded = header && contact.some((place) => below.some(({ cells }) => holdsContact(cells[place] ?? "")));
    return plainNames((isHeaded ? below : filled).map(nameInCells));
  }
  return plainNames(below.map(({ cells }) => named.map((place) => cells[place] ?? "").join(" ")));
}

function nameInCells({ cells }: CsvLine): string {
  const worded = cells.filter(hasLetters);
  return worded.find((cell) => !holdsContact(cell)) ?? worded[0] ?? cells.join(" ");
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

/** Whether a line is longer than a name can be stored. */
export function isTooLong(name: string): boolean {
  const { firstName, lastName } = partsOfName(name);
  return (
    name.length > NAME_LIMITS.name ||
    firstName.length > ENTRY_LIMITS.firstName ||
    lastName.length > ENTRY_LIMITS.lastName
  );
}
