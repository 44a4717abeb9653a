import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordTestedSql, testsOfChangedSql, testsOfSql } from "./changed-sql.ts";

const TEST = 'import "../../../tests/support/database.ts";';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tambiolo-sql-"));
  await write("package.json", '{ "dependencies": { "kysely": "1", "pg": "1", "pg-boss": "1" } }');
  await write("tests/oldest-postgres.json", "{}");
  for (const name of ["db/migrate", "entries/read", "entries/submit/insert", "mail/send"]) {
    await write(`src/${name}.ts`, 'export const find = () => db.selectFrom("x");');
    await write(`src/${name}.test.ts`, TEST);
  }
  await write("src/entries/lists/read.ts", "export const list = () => sql`select 1`;");
  await write("src/mail/words.test.ts", "");
  await recordTestedSql(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

test("without a change the oldest PostgreSQL is asked for the migrations alone", async () => {
  await write("src/mail/rules.ts", "export const isLate = true;");
  await write("src/mail/send.test.ts", `${TEST} // Another test.`);
  const asBefore = 'export const find = () =>\n  db.selectFrom("x");';
  await write("src/entries/read.ts", `import { db } from "./db.ts";\n/** Finds\n * it. */\n// Why.\n${asBefore}`);
  expect(await testsOfChangedSql(root)).toEqual(["src/db/migrate.test.ts"]);
});

test.each([
  ["a statement", "src/entries/submit/insert.ts", "src/entries/submit/insert.test.ts"],
  ["a new file", "src/mail/delete.ts", "src/mail/send.test.ts"],
  ["a migration", "src/db/migrations/1.sql", "src/db/migrate.test.ts"],
  ["SQL in a folder without tests", "src/entries/lists/read.ts", "src/entries/read.test.ts"],
])("%s brings the tests nearest to it", async (_, path, tests) => {
  await write(path, 'export const find = () => db.deleteFrom("x");');
  expect(await testsOfChangedSql(root)).toEqual([...new Set(["src/db/migrate.test.ts", tests])]);
});

test("all tests run where nothing is recorded, or where another version writes the statements", async () => {
  const all = await testsOfSql(root);
  expect(all).toHaveLength(4);
  await write("package.json", '{ "dependencies": { "kysely": "2", "pg": "1", "pg-boss": "1" } }');
  expect(await testsOfChangedSql(root)).toEqual(all);
  await rm(join(root, "tests/oldest-postgres.json"));
  expect(await testsOfChangedSql(root)).toEqual(all);
});
