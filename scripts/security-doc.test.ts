import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test("docs/security.md names tests, and judges each row of the standard", () => {
  const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  // Whether they are there is a part of `npm run check`.
  expect(text.match(/`[\w./-]+\.(test|spec)\.ts`/g)?.length).toBeGreaterThan(40);
  const rows = text.split("\n").filter((line) => /^\| \d+\.\d/.test(line));
  expect(rows).toHaveLength(36);
  for (const row of rows) expect(row).toMatch(/\| (yes|partly|no) +\|/);
});
