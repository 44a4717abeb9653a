import { type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { dropsInSql } from "#src/entries/drops.ts";
import { LISTED_FIELDS, PERSON_FIELDS } from "#src/entries/fields.ts";
import { CELL_ENDS, FORMULA_STARTS, HIDDEN_FORMULA } from "#src/entries/formula-guard.ts";
import { isValidInSql } from "#src/entries/valid-entry.ts";

/** The columns of the list of entries, with the headings that organisers' spreadsheets expect. */
const COLUMNS = [
  "Index",
  "Entry Code",
  ...LISTED_FIELDS.map((name) => PERSON_FIELDS[name].heading),
  "Sources",
  "Validation",
  // Not specified, so it is last. An organiser who draws elsewhere needs it as the weight.
  "Drops",
];

/** Without it, Excel reads UTF-8 in the machine's own encoding and shows Ã± for ñ. */
export const BYTE_ORDER_MARK = "\u{feff}";

/** About one megabyte of text per statement: little overhead, and far below the statement timeout. */
const ENTRIES_PER_BATCH = 10_000;

/** An international number needs no escape: digits and spaces are no formula, and its + must stay. */
const PLAIN_PHONE = "^\\+[0-9][0-9 ]*$";

/** Batches in progress: while one is sent to the client, the database builds the next. */
const CHUNKS_AT_ONCE = 2;

/** Sorts before every UUID of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A batch: the entries after one id and up to another, and the number of entries before it. */
type Span = { readonly after: string; readonly until: string; readonly before: number };

/**
 * Streams all entries of a raffle as CSV (RFC 4180, UTF-8 with a byte order mark), oldest first. It works in batches,
 * so memory use stays flat. A ' precedes text that a spreadsheet would calculate. That includes text inside a cell that
 * would start a new cell where the spreadsheet splits at another separator than the comma.
 *
 * An entry is VALID if it has done every present rule of the raffle. An entry deleted during the export may leave a gap
 * in the index.
 */
export async function* entriesCsv(reader: Reader, scope: OrganiserScope): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  const pieces: Promise<string>[] = [];
  for await (const span of spansOf(reader, scope)) {
    const piece = readChunk(reader, scope, span);
    // If the client stops reading, a failed batch must not become an unhandled rejection.
    piece.catch(() => undefined);
    pieces.push(piece);
    if (pieces.length === CHUNKS_AT_ONCE) yield (await pieces.shift()) ?? "";
  }
  for (const piece of pieces) yield await piece;
}

/** The bounds of each batch, found with the index alone. */
async function* spansOf(reader: Reader, scope: OrganiserScope): AsyncGenerator<Span, void> {
  for (let after = BEFORE_ALL, before = 0; after !== AFTER_ALL; before += ENTRIES_PER_BATCH) {
    const last = await reader
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", scope.raffleId)
      .where("id", ">", after)
      .orderBy("id")
      .offset(ENTRIES_PER_BATCH - 1)
      .limit(1)
      .executeTakeFirst();
    const until = last?.id ?? AFTER_ALL;
    yield { after, until, before };
    after = until;
  }
}

// The database builds the lines. It returns one text, so we need not parse and join thousands of rows.
async function readChunk(reader: Reader, scope: OrganiserScope, { after, until, before }: Span): Promise<string> {
  // Thousands of entries share few combinations of done rules, so drops are computed once per combination.
  const { rows } = await sql<{ lines: string }>`
    with piece as materialized (
      select id, entry_code, ${sql.join(TEXT_COLUMNS.map((column) => sql.ref(column)))}, done_rules
      from entries
      where raffle_id = ${scope.raffleId} and id > ${after}::uuid and id <= ${until}::uuid
    ), combinations as materialized (
      select done_rules, ${dropsInSql(scope.raffleId, sql.ref("done_rules"))} as drops,
        ${isValidInSql(scope.raffleId)} as valid
      from (select distinct done_rules from piece) as ticked
    )
    select coalesce(string_agg(${line}, '' order by id), '') as lines
    from (
      select piece.*, drops, ${isCut} as cut, ${before}::int + row_number() over (order by id) as place,
        case when valid then 'VALID' else 'INVALID' end as validation
      from piece join combinations using (done_rules)
    ) as entry
  `.execute(reader);
  return rows[0]?.lines ?? "";
}

/** The columns with text that people typed. */
const TEXT_COLUMNS = [...LISTED_FIELDS.map((name) => PERSON_FIELDS[name].column), "source"];

const isCut = sql<SqlBool>`
  (${sql.join(
    TEXT_COLUMNS.map((column) => sql.ref(column)),
    sql` || `,
  )}) ~ ${sql.lit(CELL_ENDS)}`;

function cell(column: string, isSafe = sql<SqlBool>`false`) {
  const text = sql.ref(column);
  const guarded = sql`regexp_replace(${text}, ${sql.lit(HIDDEN_FORMULA)}, '\\1''\\2', 'g')`;
  const isFormula = sql<SqlBool>`ascii(${text}) = any (${sql.lit(`{${FORMULA_STARTS}}`)}::int[]) and not ${isSafe}`;
  return sql`case when ${isFormula} then '"''' else '"' end || replace(case when cut then ${guarded} else ${text} end, '"', '""') || '",'`;
}

const isPlainPhone = sql<SqlBool>`(phone ~ ${sql.lit(PLAIN_PHONE)})`;
const cells = TEXT_COLUMNS.map((column) => cell(column, column === "phone" ? isPlainPhone : undefined));

const line = sql`place || ',' || entry_code || ',' || ${sql.join(cells, sql` || `)}
  || validation || ',' || drops || E'\\r\\n'`;
