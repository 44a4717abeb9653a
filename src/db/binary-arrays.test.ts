import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { booleanArray, byteaArray, jsonbArray, textArray, uuidArray } from "./binary-arrays.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
});

afterAll(() => database.close());

const UUIDS = ["0198f3a1-0000-7000-8000-0000000000ff", "ffffffff-ffff-4fff-bfff-ffffffffffff"];
const TEXTS = ["", "Peña, José", "an emoji 🎟️", 'quotes " and \\ and {braces, commas}', "NULL", "line\nbreak", null];
/** Around the length up to which texts are written byte by byte. */
const LONG_TEXTS = [63, 64, 65, 300].flatMap((length) => [
  "x".repeat(length),
  "ñ".repeat(length),
  `${"x".repeat(length - 1)}€`,
]);
const WISHES = ["[]", '[{"note": "for the fiesta", "status": "Selected", "prizeId": "x"}]', "null"];

/** What PostgreSQL makes of an array, as JSON. */
async function readBack(array: Buffer, type: string): Promise<unknown> {
  const { rows } = await sql<{ all: unknown }>`
    select coalesce(jsonb_agg(one order by place), '[]') as all
    from unnest(${array}::${sql.raw(type)}[]) with ordinality as sent (one, place)
  `.execute(database.db);
  return rows[0]?.all;
}

describe("an array in the binary format", () => {
  it.each([
    ["text", textArray(TEXTS), TEXTS],
    ["uuid", uuidArray(UUIDS), UUIDS],
    ["boolean", booleanArray([true, false]), [true, false]],
    ["bytea", byteaArray(["00ff", null, ""]), ["\\x00ff", null, "\\x"]],
    ["jsonb", jsonbArray(WISHES), WISHES.map((text) => JSON.parse(text))],
    ["text", textArray([]), []],
    ["text", textArray(LONG_TEXTS), LONG_TEXTS],
    ["bytea", byteaArray(["0123456789abcdef", "FF"]), ["\\x0123456789abcdef", "\\xff"]],
  ])("arrives as it was: %s[]", async (type, array, expected) => {
    expect(await readBack(array, type)).toEqual(expected);
  });

  it("equals what PostgreSQL itself makes", async () => {
    const { rows } = await sql<{ same: boolean }>`
      select ${textArray(["a", null, "ü"])}::text[] = array['a', null, 'ü'] and ${uuidArray([])}::uuid[] = array[]::uuid[] as same
    `.execute(database.db);
    expect(rows).toEqual([{ same: true }]);
  });
});
