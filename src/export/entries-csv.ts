import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** The columns of the list of entries, as spreadsheets of organisers know them. */
const COLUMNS = [
  "Index",
  "Entry Code",
  "Last Name",
  "First Name",
  "Address",
  "Phone",
  "Email",
  "Sources",
  "Validation",
] as const;

/** Without it Excel takes UTF-8 for the machine's own encoding and shows Ã± for ñ. */
const BYTE_ORDER_MARK = "\u{feff}";

/** Some megabyte of text a statement: long enough to cost nothing, short enough to stay far below the time limit. */
const ENTRIES_A_PIECE = 5000;

/** Where a spreadsheet starts to calculate (OWASP's list, with the full-width forms that East Asian settings take). */
const FORMULA_START = "^[=+@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20-]";

/** An international number: digits and spaces calculate nothing, and its + must stay. */
const PLAIN_PHONE = "^\\+[0-9][0-9 ]*$";

/** Before the first entry: sorts below every id of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

type Piece = { lines: string | null; last: string | null; count: number };

/**
 * All entries of a raffle as CSV (RFC 4180, UTF-8 with a byte order mark) in the order in which they were made, piece
 * by piece, so that memory stays flat. A text that a spreadsheet would calculate has a ' before it.
 *
 * An entry is VALID when it has done every rule that the raffle has now.
 */
export async function* entriesCsv(reader: Reader, scope: OrganiserScope): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  let after = BEFORE_ALL;
  for (let index = 0; ; ) {
    const { lines, last, count } = await readPiece(reader, scope, after, index);
    if (lines === null || last === null) return;
    yield lines;
    if (count < ENTRIES_A_PIECE) return;
    after = last;
    index += count;
  }
}

// The database writes the lines: one text instead of thousands of rows to be parsed and joined here.
async function readPiece(reader: Reader, scope: OrganiserScope, after: string, index: number): Promise<Piece> {
  const { rows } = await sql<Piece>`
    select
      string_agg(
        concat_ws(',', ${index}::int + place, entry_code, ${cell("last_name")}, ${cell("first_name")},
          ${cell("address")}, ${phoneCell}, ${cell("email")}, ${cell("source")},
          case when done_rules @> needed.ids then 'VALID' else 'INVALID' end) || E'\r\n',
        '' order by place
      ) as lines,
      (array_agg(id order by place desc))[1]::text as last,
      count(*)::int as count
    from (
      select *, row_number() over (order by id) as place
      from entries
      where raffle_id = ${scope.raffleId} and id > ${after}::uuid
      order by id
      limit ${ENTRIES_A_PIECE}
    ) as entry
    cross join (
      select coalesce(array_agg(id), '{}') as ids from rules where raffle_id = ${scope.raffleId}
    ) as needed
  `.execute(reader);
  return rows[0] ?? { lines: null, last: null, count: 0 };
}

function cell(column: string) {
  const text = sql.ref(column);
  return sql`'"' || case when ${text} ~ ${sql.lit(FORMULA_START)} then '''' else '' end || replace(${text}, '"', '""') || '"'`;
}

const phoneCell = sql`case when phone ~ ${sql.lit(PLAIN_PHONE)} then '"' || phone || '"' else ${cell("phone")} end`;
