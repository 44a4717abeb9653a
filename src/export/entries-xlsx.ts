import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { dropsInSql } from "#src/entries/drops.ts";
import { LISTED_FIELDS, type ListedField, PERSON_FIELDS } from "#src/entries/fields.ts";
import { isWantedInSql } from "#src/entries/lists/search.ts";
import { isValidInSql } from "#src/entries/valid-entry.ts";
import { type EntryFile, MORE_COLUMNS, PLAIN_FILE, type Span, spansOf } from "./entry-file.ts";

const WIDTHS: Readonly<Record<ListedField, number>> = {
  lastName: 20,
  firstName: 20,
  address: 40,
  phone: 18,
  email: 30,
};

/** The columns of the CSV, each wide enough (in characters) for most of its values. */
const COLUMNS = [
  { header: "Index", width: 8 },
  { header: "Entry Code", width: 13 },
  ...LISTED_FIELDS.map((name) => ({ header: PERSON_FIELDS[name].heading, width: WIDTHS[name] })),
  { header: "Sources", width: 14 },
  { header: "Validation", width: 11 },
  { header: "Drops", width: 8 },
];

/** The rows of one Excel sheet, without the heading row. */
export const MAX_XLSX_ENTRIES = XLSX_MAX_ROWS_PER_SHEET - 1;

/** About one megabyte per statement, as for the CSV. */
const ENTRIES_PER_BATCH = 5000;

/** Text that looks like the XLSX escape of a character that XML does not allow (ECMA-376 §22.9.2.19). */
const LIKE_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

/** XML 1.0 §2.2 forbids these two. The library escapes control characters, but not these. */
const NOT_IN_XML = /[\ufffe\uffff]/g;

/**
 * Streams the entries of a raffle as an Excel workbook, oldest first, in batches, so memory use stays flat. Every text
 * is a text cell: phone numbers keep their leading 0, and nothing is calculated.
 *
 * @param options.most the maximum number of entries of the raffle, also where the file leaves some out
 * @returns the stream of bytes, or the refusal `too-many-for-xlsx`
 */
export async function entriesXlsx(
  reader: Reader,
  scope: OrganiserScope,
  { file = PLAIN_FILE, most = MAX_XLSX_ENTRIES }: { readonly file?: EntryFile; readonly most?: number } = {},
): Promise<Outcome<ReadableStream<Uint8Array<ArrayBuffer>>, Refusal<"too-many-for-xlsx">>> {
  const beyond = await reader
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", scope.raffleId)
    .orderBy("id")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (beyond) return refuse({ reason: "too-many-for-xlsx" });
  const sheet = {
    name: "Entries",
    columns: [...COLUMNS, ...(file.everything ? MORE_COLUMNS : [])].map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
  };
  return accept(writeXlsxStream(rowsOf(reader, scope, file), sheet) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

async function* rowsOf(
  reader: Reader,
  scope: OrganiserScope,
  file: EntryFile,
): AsyncGenerator<(string | number)[], void> {
  let index = 0;
  for await (const span of spansOf(reader, scope, ENTRIES_PER_BATCH)) {
    for (const { valid, drops, more, ...texts } of await readChunk(reader, scope, file, span)) {
      index += 1;
      const typed = Object.values(texts).map(cellText);
      yield [index, ...typed, valid ? "VALID" : "INVALID", drops, ...more.map(cellText)];
    }
  }
}

function readChunk(reader: Reader, scope: OrganiserScope, file: EntryFile, { after, until }: Span) {
  const more = file.everything ? MORE_COLUMNS.map(({ text }) => text(scope.raffleId)) : [];
  return reader
    .selectFrom("entries")
    .select(["entryCode", ...LISTED_FIELDS, "source"])
    .select(isValidInSql(scope.raffleId).as("valid"))
    .select(dropsInSql(scope.raffleId).as("drops"))
    .select(sql<string[]>`array[${sql.join(more)}]::text[]`.as("more"))
    .where("raffleId", "=", scope.raffleId)
    .where("id", ">", after)
    .where("id", "<=", until)
    .where(isWantedInSql(scope.raffleId, file))
    .orderBy("id")
    .execute();
}

/** A text as a cell holds it: what XML or Excel would read as something else is escaped. */
export function cellText(text: string): string {
  return text.replace(LIKE_ESCAPED, "_x005F_").replace(NOT_IN_XML, "\ufffd");
}
