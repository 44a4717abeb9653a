import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findDocumentFaults } from "./check-documents.ts";

test("a document that names a file, page or heading which is gone is found, a record of history is not", async () => {
  const root = await mkdtemp(join(tmpdir(), "documents-"));
  await mkdir(join(root, "docs/decisions"), { recursive: true });
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/here.ts"), "");
  await writeFile(
    join(root, "README.md"),
    "`src/here.ts`, `src/db/migrations/NNN-name.sql` and `src/{language}/x.json`",
  );
  await writeFile(
    join(root, "CONTRIBUTING.md"),
    "[a](docs/security.md#a-heading-of-two) [b](docs/security.md#none) [c](gone.md)",
  );
  await writeFile(
    join(root, "docs/security.md"),
    "# A heading, of `two`\nTested by `src/gone.test.ts` and `web/gone`. [a](#a-heading-of-two) [b](#none)",
  );
  await writeFile(join(root, "docs/decisions/0001-old.md"), "`src/gone.ts`");
  expect(await findDocumentFaults(root)).toEqual([
    "docs/security.md: names src/gone.test.ts, which is not there",
    "docs/security.md: names web/gone, which is not there",
    "docs/security.md: leads to #none, which is not there",
    "CONTRIBUTING.md: leads to docs/security.md#none, which is not there",
    "CONTRIBUTING.md: leads to gone.md, which is not there",
  ]);
});
