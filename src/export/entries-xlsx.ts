import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import { type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";

/** The columns of the CSV, each as wide as most of what stands in it. */
const COLUMNS = [
  { header: "Index", width: 8 },
  { header: "Entry Code", width: 13 },
  { header: "Last Name", width: 20 },
  { header: "First Name", width: 20 },
  { header: "Address", width: 40 },
  { header: "Phone", width: 18 },
  { header: "Email", width: 30 },
  { header: "Sources", width: 14 },
  { header: "Validation", width: 11 },
];

/** What one sheet of Excel holds under its line of names. */
export const MOST_XLSX_ENTRIES = XLSX_MAX_ROWS_PER_SHEET - 1;

/** Some megabyte a statement, as for the CSV. */
const ENTRIES_A_PIECE = 5000;

/** Before the first entry: sorts below every id of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** A text that looks like a sheet's own way to write a character that XML cannot hold (ECMA-376 §22.9.2.19). */
const LIKE_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

/** XML 1.0 §2.2 leaves these two out; the library escapes the control characters, and lets these pass. */
const NOT_IN_XML = /[\ufffe\uffff]/g;

/**
 * All entries of a raffle as an Excel workbook, in the order in which they were made, read and written piece by piece,
 * so that memory stays flat. Every text is a text cell: no phone loses its 0, and nothing is calculated.
 *
 * @returns the bytes, or that the raffle has more entries than a sheet has lines
 */
export async function entriesXlsx(
  reader: Reader,
  scope: OrganiserScope,
  most = MOST_XLSX_ENTRIES,
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
    const entries = await readPiece(reader, scope, after);
    for (const { id, valid, ...texts } of entries) {
      index += 1;
      after = id;
      yield [index, ...Object.values(texts).map(cellText), valid ? "VALID" : "INVALID"];
    }
    if (entries.length < ENTRIES_A_PIECE) return;
  }
}

function readPiece(reader: Reader, scope: OrganiserScope, after: string) {
  return reader
    .selectFrom("entries")
    .select(["id", "entryCode", "lastName", "firstName", "address", "phone", "email", "source"])
    .select(
      sql<SqlBool>`done_rules @> (select coalesce(array_agg(id), '{}') from rules where raffle_id = ${scope.raffleId})`.as(
        "valid",
      ),
    )
    .where("raffleId", "=", scope.raffleId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(ENTRIES_A_PIECE)
    .execute();
}

function cellText(text: string): string {
  return text.replace(LIKE_ESCAPED, "_x005F_").replace(NOT_IN_XML, "\ufffd");
}
