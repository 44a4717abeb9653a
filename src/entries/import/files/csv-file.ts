import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type CsvError, parse } from "csv-parse";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import { withoutGuards } from "../../formula-guard.ts";
import { IMPORT_LIMITS } from "../limits.ts";

/** A line of the file that is not empty, with the line number that an editor shows at its start. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] };

export type CsvRefusal = Refusal<"invalid-fields">;

const DELIMITERS = [",", ";", "\t"] as const;

/** The separator is detected in the first characters of the file, where the header is. */
const HEAD_CHARACTERS = 4000;

/** Characters parsed before the event loop runs other work: some milliseconds. */
const CHARACTERS_A_TURN = 64 * 1024;

/** The first bytes of a workbook: an .xlsx or .ods is a ZIP archive, an .xls an OLE file. */
const WORKBOOK = /^(?:504b0304|d0cf11e0)/;

/**
 * Parses a CSV file as spreadsheets write it: separated by comma, semicolon or tab, in UTF-8, in UTF-16 with a byte
 * order mark, or else in Windows-1252. Quoted cells may contain line breaks. Lines with only separators are left out.
 *
 * @returns the lines, at least one; refusal: `invalid-fields`, with the reason at the field `csv`
 */
export async function readCsv(bytes: Uint8Array): Promise<Outcome<readonly CsvLine[], CsvRefusal>> {
  if (bytes.byteLength > IMPORT_LIMITS.bytes) return unreadable({ key: "importTooLarge", params: { max: 2 } });
  if (WORKBOOK.test(Buffer.from(bytes.subarray(0, 4)).toString("hex"))) return unreadable({ key: "importWorkbook" });
  // All line ends become LF, so that the parser counts lines as an editor does. Forms store LF too.
  const text = decode(bytes).replaceAll(/\r\n?/g, "\n");
  const lines: CsvLine[] = [];
  try {
    for await (const { record, info } of recordsOf(text)) {
      const breaks = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
      const cells = record.slice(0, IMPORT_LIMITS.columns).map(withoutGuards);
      lines.push({ line: info.lines - breaks, cells });
      // One more than the limit, for the header.
      if (lines.length > IMPORT_LIMITS.lines + 1) return tooManyLines();
    }
  } catch (error) {
    const { code, lines: line } = error as CsvError;
    if (!code?.startsWith("CSV_")) throw error;
    return unreadable({ key: "importUnreadable", params: { line: Number(line) } });
  }
  return lines.length === 0 ? unreadable({ key: "importEmpty" }) : accept(lines);
}

/** The refusal of a file with more lines than one import takes. */
export function tooManyLines() {
  return unreadable({ key: "importTooManyLines", params: { max: IMPORT_LIMITS.lines } });
}

function unreadable(message: Message) {
  return refuse({ reason: "invalid-fields", fields: { csv: [message] } } as const);
}

type ParsedRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function recordsOf(text: string): AsyncIterable<ParsedRecord> {
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: "\n",
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  return Readable.from(slicesOf(text)).pipe(parser);
}

async function* slicesOf(text: string): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += CHARACTERS_A_TURN) {
    yield text.slice(at, at + CHARACTERS_A_TURN);
    await nextTurn();
  }
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Excel's plain "CSV" has the machine's encoding, which is Windows-1252 from Manila to Berlin.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The separator that is most frequent outside quotes in the first characters of a text. */
function delimiterOf(text: string): string {
  const unquoted = text.slice(0, HEAD_CHARACTERS).replaceAll(/"[^"]*"?/g, "");
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
