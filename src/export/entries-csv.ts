import { type SqlBool, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import { dropsInSql } from "#src/entries/drops.ts";
import { LISTED_FIELDS, PERSON_FIELDS } from "#src/entries/fields.ts";
import { CELL_ENDS, FORMULA_STARTS, HIDDEN_FORMULA } from "#src/entries/formula-guard.ts";
import { isWantedInSql } from "#src/entries/lists/search.ts";
import { isValidInSql } from "#src/entries/valid-entry.ts";
import { type EntryFile, leavesOut, MORE_COLUMNS, PLAIN_FILE, type Span, spansOf } from "./entry-file.ts";

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

/** Some 700 kB of text: little overhead, and far below the statement timeout. */
const ENTRIES_PER_BATCH = 5_000;

/** Some 70 kB of text: the driver doubles its buffer until a row fits, and throws the smaller ones away. */
const ENTRIES_PER_ROW = 500;

/** An international number needs no escape: digits and spaces are no formula, and its + must stay. */
const PLAIN_PHONE = "^\\+[0-9][0-9 ]*$";

/** Texts that the file cannot hold as they are: with quotes, or with the end of a cell. */
const SPECIAL = `${CELL_ENDS}|"`;

/** Batches in progress: while one is sent to the client, the database builds the next. */
const BATCHES_AT_ONCE = 2;

/**
 * Streams the entries of a raffle as CSV (RFC 4180, UTF-8 with a byte order mark), oldest first. It works in batches,
 * so memory use stays flat. A ' precedes text that a spreadsheet would calculate. That includes text inside a cell that
 * would start a new cell where the spreadsheet splits at another separator than the comma.
 *
 * An entry is VALID if it has done every present rule of the raffle. An entry deleted during the export may leave a gap
 * in the index, and one added may repeat a number.
 */
export async function* entriesCsv(
  reader: Reader,
  scope: OrganiserScope,
  file: EntryFile = PLAIN_FILE,
): AsyncGenerator<string, void> {
  const columns = [...COLUMNS, ...moreOf(file).map(({ header }) => header)];
  yield `${BYTE_ORDER_MARK}${columns.join(",")}\r\n`;
  if (leavesOut(file)) yield* numberedOn(reader, scope, file);
  else yield* sideBySide(reader, scope, file);
}

/** Where some entries are left out, a batch's numbers begin where those before it end. */
async function* numberedOn(reader: Reader, scope: OrganiserScope, file: EntryFile): AsyncGenerator<string, void> {
  let before = 0;
  for await (const span of spansOf(reader, scope, ENTRIES_PER_BATCH)) {
    const rows = await readBatch(reader, scope, file, { ...span, before });
    for (const { lines, count } of rows) {
      before += count;
      yield lines;
    }
  }
}

async function* sideBySide(reader: Reader, scope: OrganiserScope, file: EntryFile): AsyncGenerator<string, void> {
  const batches: Promise<Rows>[] = [];
  for await (const span of spansOf(reader, scope, ENTRIES_PER_BATCH)) {
    const batch = readBatch(reader, scope, file, span);
    // If the client stops reading, a failed batch must not become an unhandled rejection.
    batch.catch(() => undefined);
    batches.push(batch);
    if (batches.length === BATCHES_AT_ONCE) yield* linesOf(await batches.shift());
  }
  for (const batch of batches) yield* linesOf(await batch);
}

function* linesOf(rows: Rows = []): Generator<string, void> {
  for (const { lines } of rows) yield lines;
}

type Rows = readonly { readonly lines: string; readonly count: number }[];

// The database builds the lines. It returns few texts, so we need not parse and join thousands of rows.
async function readBatch(reader: Reader, scope: OrganiserScope, file: EntryFile, span: Span): Promise<Rows> {
  const more = moreOf(file);
  const texts = [...TEXT_COLUMNS, ...more.map(({ name }) => name)];
  const moreTexts = more.map(({ name, text }) => sql`, ${text(scope.raffleId)} as ${sql.id(name)}`);
  // Thousands of entries share few combinations of done rules. "offset 0" separates the two subqueries, so that
  // PostgreSQL computes a combination once (its Memoize), and each further column once.
  const { rows } = await sql<Rows[number]>`
    select string_agg(${lineOf(more)}, '' order by id) as lines, count(*)::int as count
    from (
      select batch.*, drops, ${isSpecial(texts)} as special, ${span.before}::int + row_number() over (order by id) as place,
        case when valid then 'VALID' else 'INVALID' end as validation
      from (
        select id, entry_code, ${sql.join(TEXT_COLUMNS.map((column) => sql.ref(column)))}, done_rules, earned
          ${sql.join(moreTexts, sql``)}
        from entries
        where raffle_id = ${scope.raffleId} and id > ${span.after}::uuid and id <= ${unseen(reader, span.until)}
          and ${isWantedInSql(scope.raffleId, file)}
        offset 0
      ) as batch
      cross join lateral (
        select ${dropsInSql(scope.raffleId)} as drops, ${isValidInSql(scope.raffleId)} as valid
        offset 0
      ) as ticked
    ) as entry
    group by (place - 1) / ${ENTRIES_PER_ROW} order by min(place)
  `.execute(reader);
  return rows;
}

/**
 * The last id of a batch. Between two ids that it sees, PostgreSQL expects one entry, and it would look up the rules of
 * each by itself. A sharded database gets it plainly: Citus reads conditions before it sends them on.
 */
function unseen(reader: Reader, id: string) {
  return isSharded(reader) ? sql`${id}::uuid` : sql`(select ${id}::uuid)`;
}

function moreOf({ everything }: EntryFile) {
  return everything ? MORE_COLUMNS : [];
}

/** The columns with text that people typed. */
const TEXT_COLUMNS = [...LISTED_FIELDS.map((name) => PERSON_FIELDS[name].column), "source"];

/**
 * Whether a quote has to be doubled, or a formula may hide: all texts of an entry are tested at once, as few have one.
 */
function isSpecial(columns: readonly string[]) {
  return sql<SqlBool>`
  (${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || `,
  )}) ~ ${sql.lit(SPECIAL)}`;
}

function cell(column: string, isSafe = sql<SqlBool>`false`) {
  const text = sql.ref(column);
  const guarded = sql`regexp_replace(${text}, ${sql.lit(HIDDEN_FORMULA)}, '\\1''\\2', 'g')`;
  const isFormula = sql<SqlBool>`ascii(${text}) = any (${sql.lit(`{${FORMULA_STARTS}}`)}::int[]) and not ${isSafe}`;
  const escaped = sql`case when special then replace(${guarded}, '"', '""') else ${text} end`;
  return sql`case when ${isFormula} then '"''' else '"' end || ${escaped} || '",'`;
}

const isPlainPhone = sql<SqlBool>`(phone ~ ${sql.lit(PLAIN_PHONE)})`;
const cells = TEXT_COLUMNS.map((column) => cell(column, column === "phone" ? isPlainPhone : undefined));

function lineOf(more: readonly { readonly name: string }[]) {
  const moreCells = more.map(({ name }) => sql` || ',' || rtrim(${cell(name)}, ',')`);
  return sql`place || ',' || entry_code || ',' || ${sql.join(cells, sql` || `)}
  || validation || ',' || drops ${sql.join(moreCells, sql``)} || E'\\r\\n'`;
}
