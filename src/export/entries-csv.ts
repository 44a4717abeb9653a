import { type SqlBool, sql } from "kysely";
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
const ENTRIES_A_PIECE = 10_000;

/**
 * What a spreadsheet starts to calculate at (OWASP's list, with the full-width forms that East Asian settings take), as
 * code points: looking at them with a regular expression takes as long as everything else.
 */
const FORMULA_STARTS = [..."=+-@\t\r\n＝＋－＠"].map((character) => character.codePointAt(0));

/** An international number: digits and spaces calculate nothing, and its + must stay. */
const PLAIN_PHONE = "^\\+[0-9][0-9 ]*$";

/** Pieces in the making: while one is on its way to the reader, the database writes the next. */
const PIECES_AT_ONCE = 2;

/** Before the first entry: sorts below every id of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The entries after one and up to another, of which so many come before. */
type Span = { readonly after: string; readonly until: string; readonly before: number };

/**
 * All entries of a raffle as CSV (RFC 4180, UTF-8 with a byte order mark) in the order in which they were made, piece
 * by piece, so that memory stays flat. A text that a spreadsheet would calculate has a ' before it.
 *
 * An entry is VALID when it has done every rule that the raffle has now. An entry that is deleted while the file is
 * being written may leave a gap in the numbers.
 */
export async function* entriesCsv(reader: Reader, scope: OrganiserScope): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  const pieces: Promise<string>[] = [];
  for await (const span of spansOf(reader, scope)) {
    const piece = readPiece(reader, scope, span);
    // Where nobody waits for it any more, its failure is nobody's.
    piece.catch(() => undefined);
    pieces.push(piece);
    if (pieces.length === PIECES_AT_ONCE) yield (await pieces.shift()) ?? "";
  }
  for (const piece of pieces) yield await piece;
}

/** Where each piece begins and ends, found by the index alone. */
async function* spansOf(reader: Reader, scope: OrganiserScope): AsyncGenerator<Span, void> {
  for (let after = BEFORE_ALL, before = 0; after !== AFTER_ALL; before += ENTRIES_A_PIECE) {
    const last = await reader
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", scope.raffleId)
      .where("id", ">", after)
      .orderBy("id")
      .offset(ENTRIES_A_PIECE - 1)
      .limit(1)
      .executeTakeFirst();
    const until = last?.id ?? AFTER_ALL;
    yield { after, until, before };
    after = until;
  }
}

// The database writes the lines: one text instead of thousands of rows to be parsed and joined here.
async function readPiece(reader: Reader, scope: OrganiserScope, { after, until, before }: Span): Promise<string> {
  const { rows } = await sql<{ lines: string }>`
    select coalesce(string_agg(${line}, '' order by id), '') as lines
    from (
      select id, entry_code, last_name, first_name, address, phone, email, source,
        ${before}::int + row_number() over (order by id) as place,
        case when done_rules @> needed.ids then 'VALID' else 'INVALID' end as validation
      from entries
      cross join (
        select coalesce(array_agg(id), '{}') as ids from rules where raffle_id = ${scope.raffleId}
      ) as needed
      where raffle_id = ${scope.raffleId} and id > ${after}::uuid and id <= ${until}::uuid
      order by id
    ) as entry
  `.execute(reader);
  return rows[0]?.lines ?? "";
}

function cell(column: string, isSafe = sql<SqlBool>`false`) {
  const text = sql.ref(column);
  const isFormula = sql<SqlBool>`ascii(${text}) = any (${sql.lit(`{${FORMULA_STARTS}}`)}::int[]) and not ${isSafe}`;
  return sql`case when ${isFormula} then '"''' else '"' end || replace(${text}, '"', '""') || '",'`;
}

const line = sql`place || ',' || entry_code || ',' || ${cell("last_name")} || ${cell("first_name")} || ${cell("address")}
  || ${cell("phone", sql`(phone ~ ${sql.lit(PLAIN_PHONE)})`)} || ${cell("email")} || ${cell("source")}
  || validation || E'\\r\\n'`;
