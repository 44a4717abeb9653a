import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const MIGRATIONS = join(import.meta.dirname, "migrations");

/** The output of `sha256sum *.sql` for the migrations that a database may already have. Add a new one when it lands. */
async function landed(): Promise<Record<string, string>> {
  const lines = (await readFile(join(import.meta.dirname, "landed-migrations.sha256"), "utf8")).trim().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/\s+/).reverse() as [string, string]));
}

test("no migration that has landed is edited, not even in a comment: databases that hold it would be refused", async () => {
  const expected = await landed();
  const names = (await readdir(MIGRATIONS)).filter((name) => name in expected);
  const found = await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(MIGRATIONS, name), "utf8")).replaceAll("\r\n", "\n");
      return [name, createHash("sha256").update(sql).digest("hex")] as const;
    }),
  );
  expect(Object.fromEntries(found)).toEqual(expected);
});
