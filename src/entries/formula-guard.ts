/** Characters that start a formula in a spreadsheet: OWASP's list, with the full-width forms of East Asian settings. */
const STARTS = "=+@\uff1d\uff0b\uff0d\uff20-";

/** The spreadsheet trims these characters, so a cell that begins with them may also be a formula. */
const TRIMMED = "\t\r\n";

/** Characters at which a spreadsheet may end a cell, whatever the file's separator: German ones use the semicolon. */
const ENDS = ";|\t\r\n";

/** Quotes and spaces: they may stand between the end of a cell and a formula, which still calculates. */
const BESIDE = `"\u00a0\u2000-\u200f\u202f\u2060\u3000\ufeff `;

/** Code points of formula starts. Testing with a regular expression takes as long as the rest of an export. */
export const FORMULA_STARTS: readonly number[] = [...STARTS, ...TRIMMED].map((one) => one.codePointAt(0) ?? 0);

/** Matches texts that a spreadsheet may cut into several cells, in PostgreSQL's and JavaScript's syntax. */
export const CELL_ENDS = `[${ENDS}]`;

/** For PostgreSQL: matches a cell's end and a formula after it. A ' between the two groups disables the formula. */
export const HIDDEN_FORMULA = `([${ENDS}])([${BESIDE}]*[${STARTS}])`;

const HIDDEN = new RegExp(HIDDEN_FORMULA, "g");
const HIDDEN_AFTER_COMMA = new RegExp(HIDDEN_FORMULA.replace(ENDS, `${ENDS},`), "g");

/**
 * A text with a ' before what a spreadsheet would calculate, at its start or where the spreadsheet may cut it.
 *
 * @param separator of the file's cells. A spreadsheet that takes another one may cut at commas.
 */
export function withGuards(text: string, separator = ","): string {
  const guarded = text.replace(separator === "," ? HIDDEN : HIDDEN_AFTER_COMMA, "$1'$2");
  return FORMULA_STARTS.includes(text.codePointAt(0) ?? 0) ? `'${guarded}` : guarded;
}

const GUARD = new RegExp(`^'(?=[${TRIMMED}${STARTS}])|(?<=[${ENDS},])'(?=[${BESIDE}]*[${STARTS}])`, "g");

/** A text without each ' that our export, and other careful ones, put before a formula. */
export function withoutGuards(text: string): string {
  return text.replace(GUARD, "");
}
