import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test("what docs/security.md says was tested, a test is there for", () => {
  const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  const named = [...text.matchAll(/`((?:src|web|tests|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const rows = text.split("\n").filter((line) => /^\| \d+\.\d/.test(line));
  expect(rows).toHaveLength(36);
  for (const row of rows) expect(row).toMatch(/\| (yes|partly|no) +\|/);
});
