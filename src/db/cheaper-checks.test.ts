import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** The checks of migration 068, and the expressions that they replaced. */
const BEFORE = {
  entry_code: "entry_code ~ '^[A-Z]{8}$'",
  phone_key: "phone_key ~ '^[^[:space:]A-Z]{1,120}$'",
  email_key: "char_length(email_key) between 3 and 320 and email_key !~ '[[:space:]A-Z]'",
} as const;

const LENGTHS = [0, 1, 2, 3, 7, 8, 9, 120, 121, 320, 321];
const SIGNS = [" ", "\t", "\n", "\v", "\f", "\r", "\u001f", "\u0085", "\u00a0", "\u2003", "\u3000", "\u200b"];
const VALUES = [
  ...["ABCDEFGH", "ABCDEFGh", "ABCDEFG1", "ABCDEFGÑ", "ABCDEFGH\n", " ABCDEFG", "ABCD EFG"],
  ...["+639171234567", "maria@example.com", "Maria@example.com", "ñandu@exämple.com", "ÑANDU@example.com", "straße@x"],
  ...LENGTHS.flatMap((length) => ["a", "A", "ñ"].map((letter) => letter.repeat(length))),
  ...SIGNS.flatMap((sign) => [sign, `${sign}maria@example`, `maria${sign}@example`, `maria@exämple${sign}`]),
];

it.each(Object.entries(BEFORE))("the check of %s takes and refuses what it did", async (column, before) => {
  const { rows: checks } = await sql<{ expression: string }>`
    select pg_get_expr(conbin, conrelid) as expression from pg_constraint where conname = ${`entries_${column}_form`}
  `.execute(database.db);
  const { rows } = await sql<{ value: string; before: boolean; now: boolean }>`
    select ${sql.raw(column)} as value, ${sql.raw(before)} as before, ${sql.raw(checks[0]?.expression ?? "")} as now
    from unnest(${VALUES}::text[]) as tried (${sql.raw(column)})
  `.execute(database.db);
  expect(rows.map(({ value, now }) => [value, now])).toEqual(rows.map(({ value, before: was }) => [value, was]));
  expect(new Set(rows.map(({ now }) => now))).toEqual(new Set([true, false]));
});
