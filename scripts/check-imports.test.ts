import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findForbiddenImports } from "./check-imports.ts";

const PROJECT = join(import.meta.dirname, "..");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tambiolo-imports-"));
  await cp(join(PROJECT, "package.json"), join(root, "package.json"));
  await symlink(join(PROJECT, "node_modules"), join(root, "node_modules"), "dir");
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes the files, and returns the names of the rules that they break, without duplicates. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const lines = await findForbiddenImports(root);
  return [...new Set(lines.map((line) => line.match(/\((\S+)\)$/)?.[1] ?? line))].toSorted();
}

const planted: [rule: string, files: Record<string, string>][] = [
  ["layers:src/raffles", { "src/raffles/a.ts": 'import "#src/entries/b.ts";', "src/entries/b.ts": "" }],
  [
    "layers:src/base",
    { "src/base/a.ts": 'import type { B } from "#src/db/b.ts";', "src/db/b.ts": "export type B = 1;" },
  ],
  ["layers:src/config", { "src/config/a.ts": 'import "#src/i18n/b.ts";', "src/i18n/b.ts": "" }],
  ["layers:src/draws", { "src/draws/a.ts": 'import "#src/export/b.ts";', "src/export/b.ts": "" }],
  ["layers:src/server", { "src/server/a.ts": 'import "#src/cli/b.ts";', "src/cli/b.ts": "" }],
  ["layers:src/api", { "src/api/a.ts": 'await import("../server/b.ts");', "src/server/b.ts": "" }],
  [
    "layers:web",
    { "web/desk/a/a.route.tsx": 'import "#src/server/b.ts"; export const A = () => <p />;', "src/server/b.ts": "" },
  ],
  ["web-is-built", { "src/cli/a.ts": 'import "../../web/b.tsx";', "web/b.tsx": "" }],
  ["draw-protocol-stands-alone", { "src/draws/protocol/a.ts": 'import "#src/entries/b.ts";', "src/entries/b.ts": "" }],
  [
    "draw-protocol-runs-anywhere",
    { "src/draws/protocol/a.ts": 'import "#src/base/b.ts";', "src/base/b.ts": 'import "node:crypto";' },
  ],
  ["no-cycles", { "src/base/a.ts": 'import "./b.ts";', "src/base/b.ts": 'import "./a.ts";' }],
  ["product-without-tests", { "src/base/a.ts": 'import "../../tests/b.ts";', "tests/b.ts": "" }],
  ["product-without-dev-dependencies", { "src/base/a.ts": 'import "vitest";' }],
  ["faces-without-sql", { "src/api/a.ts": 'import { sql } from "kysely"; export default sql;' }],
  ["faces-without-sql", { "web/desk/a/a.route.tsx": 'import type { Pool } from "pg"; export type A = Pool;' }],
  ["features-without-http-or-react", { "src/raffles/a.ts": 'import { Hono } from "hono"; export default Hono;' }],
  ["features-without-http-or-react", { "src/entries/a.ts": 'import { use } from "react"; export default use;' }],
  ["readers-do-not-write", { "src/entries/read.ts": 'import "./write.ts";', "src/entries/write.ts": "" }],
  [
    "pure-files-without-database",
    {
      "src/entries/rules.ts": 'import type { B } from "#src/db/b.ts"; export type A = B;',
      "src/db/b.ts": "export type B = 1;",
    },
  ],
  [
    "pure-files-without-database",
    { "src/raffles/schema.ts": 'import type { RawBuilder } from "kysely"; export type A = RawBuilder;' },
  ],
  ["pure-files-run-anywhere", { "src/entries/rules.ts": 'import "node:fs";' }],
  [
    "pure-files-run-anywhere",
    { "src/entries/schema.ts": 'import "#src/base/a.ts";', "src/base/a.ts": 'import "crypto";' },
  ],
  [
    "components-run-in-the-browser",
    {
      "web/ui/a.tsx": 'import { B } from "./b.tsx"; export const A = () => <B />;',
      "web/ui/b.tsx": 'import { c } from "#src/entries/write.ts"; export const B = () => <p>{c}</p>;',
      "src/entries/write.ts": "export const c = 1;",
    },
  ],
  [
    "components-run-in-the-browser",
    { "web/forms/a.tsx": 'import "#src/config/env.ts"; export const A = () => <p />;', "src/config/env.ts": "" },
  ],
  ["components-run-in-the-browser", { "web/theme/a.ts": 'import { join } from "path"; export default join;' }],
];

describe("a planted import is found", () => {
  test.each(planted)("%s", async (rule, files) => {
    expect(await brokenBy(files)).toEqual([rule]);
  });
});

test("imports that point upwards are left alone", async () => {
  expect(
    await brokenBy({
      "src/base/clock.ts": "export type Clock = () => Date;",
      "src/raffles/read.ts": 'import "kysely"; import type { Clock } from "#src/base/clock.ts"; export type A = Clock;',
      "src/entries/write.ts": 'import "node:crypto"; import "#src/raffles/read.ts";',
      "src/entries/write.test.ts": 'import "vitest"; import "../../tests/support/database.ts"; import "./write.ts";',
      "src/server/start.ts": 'import "hono"; import "#src/entries/write.ts";',
      "src/cli/serve.ts": 'import "#src/server/start.ts";',
      "tests/support/database.ts": 'import "#src/entries/write.ts";',
      "web/desk/a/a.route.tsx":
        'import "#src/entries/write.ts"; import "react"; import { B } from "../../ui/b.tsx"; export default B;',
      "web/desk/a/raffle.ts": 'import type { A } from "#src/raffles/read.ts"; export type View = A;',
      "web/ui/b.tsx":
        'import "react"; import "./b.css"; import type { View } from "../desk/a/raffle.ts"; export const B = () => <p />;',
    }),
  ).toEqual([]);
});
