import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { dropsInSql } from "#src/entries/drops.ts";
import { LISTED_FIELDS, type ListedField, PERSON_FIELDS } from "#src/entries/fields.ts";
import { isValidInSql } from "#src/entries/valid-entry.ts";

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

/** Sorts before every UUID of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Text that looks like the XLSX escape of a character that XML does not allow (ECMA-376 §22.9.2.19). */
const LIKE_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

/** XML 1.0 §2.2 forbids these two. The library escapes control characters, but not these. */
const NOT_IN_XML = /[\ufffe\uffff]/g;

/**
 * Streams all entries of a raffle as an Excel workbook, oldest first, in batches, so memory use stays flat. Every text
 * is a text cell: phone numbers keep their leading 0, and nothing is calculated.
 *
 * @param most the maximum number of entries
 * @returns the stream of bytes, or the refusal `too-many-for-xlsx`
 */
export async function entriesXlsx(
  reader: Reader,
  scope: OrganiserScope,
  most = MAX_XLSX_ENTRIES,
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
  const sheet = { name: "Entries", columns: COLUMNS, freezePane: { rows: 1 } };
  return accept(writeXlsxStream(rowsOf(reader, scope), sheet) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

async function* rowsOf(reader: Reader, scope: OrganiserScope): AsyncGenerator<(string | number)[], void> {
  let after = BEFORE_ALL;
  for (let index = 0; ; ) {
    const entries = await readChunk(reader, scope, after);
    for (const { id, valid, drops, ...texts } of entries) {
      index += 1;
      after = id;
      yield [index, ...Object.values(texts).map(cellText), valid ? "VALID" : "INVALID", drops];
    }
    if (entries.length < ENTRIES_PER_BATCH) return;
  }
}

function readChunk(reader: Reader, scope: OrganiserScope, after: string) {
  return reader
    .selectFrom("entries")
    .select(["id", "entryCode", ...LISTED_FIELDS, "source"])
    .select(isValidInSql(scope.raffleId).as("valid"))
    .select(dropsInSql(scope.raffleId, sql.ref("done_rules")).as("drops"))
    .where("raffleId", "=", scope.raffleId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(ENTRIES_PER_BATCH)
    .execute();
}

/** A text as a cell holds it: what XML or Excel would read as something else is escaped. */
export function cellText(text: string): string {
  return text.replace(LIKE_ESCAPED, "_x005F_").replace(NOT_IN_XML, "\ufffd");
}
