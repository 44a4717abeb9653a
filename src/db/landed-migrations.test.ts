import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS, readMigrations } from "./migrate.ts";

/** The first migration of which a version before it is promised that it goes on (docs/decisions/0038). */
const FIRST_PROMISED = 77;

/** What makes an older version fail: what it reads or calls is gone, or what it writes is refused. */
const REMOVES =
  /\bdrop\s+(table|column|view|function|type|trigger|sequence|schema)\b|\brename\b|\bset\s+not\s+null\b|\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b|\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i;

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

test("a migration that removes something says from which sites on it may run", async () => {
  for (const { name, number, sql, worksFrom } of await readMigrations(MIGRATIONS)) {
    if (number < FIRST_PROMISED) continue;
    const statements = sql.replaceAll(/--.*$/gm, "");
    expect([name, worksFrom === null && REMOVES.exec(statements)?.[0]]).toEqual([
      name,
      worksFrom === null ? undefined : false,
    ]);
    // A later site cannot be older than itself.
    expect(worksFrom ?? 0).toBeLessThanOrEqual(number);
  }
});

test.for([
  ["alter table a drop column b", true],
  ["alter table a rename to b", true],
  ["alter table a alter column b type bigint", true],
  ["alter table a add column b text not null, add column c int", true],
  ["alter table a add column b text not null default '', add column c int", false],
  ["alter table a drop constraint b, alter column c drop not null", false],
] as const)("%s: whether it removes something is %s", ([sql, removes]) => {
  expect(REMOVES.test(sql)).toBe(removes);
});
