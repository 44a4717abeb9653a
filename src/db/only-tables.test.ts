import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import type { Database } from "./connect.ts";
import { onlyTables } from "./only-tables.ts";

let database: TestDatabase;
let narrow: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  narrow = onlyTables(database.db, ["raffles", "prizes"]);
});

afterAll(() => database.close());

test("the tables that are named can be asked", async () => {
  const query = narrow.selectFrom("raffles").innerJoin("prizes", "prizes.raffleId", "raffles.id");
  expect(await query.select(["raffles.codeId", "prizes.name"]).execute()).toEqual([]);
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["by its name", (db) => db.selectFrom("entries").select("email").execute()],
  ["under another name", (db) => db.selectFrom("entries as raffles").select("raffles.email").execute()],
  [
    "joined",
    (db) => db.selectFrom("raffles").innerJoin("entries", "entries.raffleId", "raffles.id").selectAll().execute(),
  ],
  [
    "in a question within one",
    (db) =>
      db
        .selectFrom("raffles")
        .select((eb) => eb.selectFrom("entries").select("email").limit(1).as("email"))
        .execute(),
  ],
  ["to be changed", (db) => db.deleteFrom("entries").execute()],
  [
    "as text in a question",
    (db) => db.selectFrom("raffles").select(sql`(select max(email) from entries)`.as("email")).execute(),
  ],
  ["as text", (db) => sql`select email from entries`.execute(db)],
])("no other can be: %s", async (_, ask) => {
  await expect(ask(narrow)).rejects.toThrow("out of reach");
  await expect(ask(database.db)).resolves.toBeDefined();
});
