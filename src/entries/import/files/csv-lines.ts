import type { Language } from "#src/i18n/languages.ts";
import { withGuards } from "../../formula-guard.ts";

/** Without it, Excel reads UTF-8 in the machine's own encoding. */
const BYTE_ORDER_MARK = "\u{feff}";

/** What a spreadsheet of the language splits at: where the comma is the decimal sign, it is the semicolon. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ",", de: ";", fil: "," };

/** The lines of a spreadsheet as CSV in a language's form. No cell of it is calculated. */
export function csvOf(rows: readonly (readonly string[])[], language: Language): string {
  const separator = SEPARATORS[language];
  const lines = rows.map((cells) => cells.map((text) => cellOf(text, separator)).join(separator));
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join("")}`;
}

function cellOf(text: string, separator: string): string {
  return `"${withGuards(text, separator).replaceAll('"', '""')}"`;
}
