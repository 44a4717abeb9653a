import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The SQL of each folder when its tests last passed on the oldest PostgreSQL. `npm test` writes it. */
const RECORD = "tests/oldest-postgres.json";

/** A file asks a database where it has a statement, written out or built by Kysely. */
const HAS_SQL = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\.query\(/;

/** A test file with a database imports one of these. Other files never use the run's PostgreSQL. */
const HAS_DATABASE = /tests\/support\/(database|open-test-api|import-desk)\.ts/;

/** They have a database, but no statement that could behave otherwise on another PostgreSQL. */
const OUTSIDE = /^src\/(api|app|backup|build|cli|demo|http|server)\/|^src\/raffles\/pictures\/pictures\.test\.ts$/;

/** It asks whether the oldest PostgreSQL runs the site's schema at all. */
const ALWAYS = "src/db/migrate.test.ts";

/** They write statements for us, so that a new version is a change of every statement. */
const WRITERS = ["kysely", "pg", "pg-boss"];

type Sums = Readonly<Record<string, string>>;

/** The test files in `root/src` whose statements, locks or triggers could behave otherwise on the oldest PostgreSQL. */
export async function testsOfSql(root: string): Promise<string[]> {
  const files = globSync("src/**/*.test.ts", { cwd: root }).map(slashed).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  return files.filter((file, index) => HAS_DATABASE.test(texts[index] ?? "") && !OUTSIDE.test(file));
}

/**
 * Those of a folder whose SQL has changed since all tests passed on the oldest PostgreSQL, and the migrations' test. A
 * folder without such tests is tested by those of the nearest folder above it.
 */
export async function testsOfChangedSql(root: string): Promise<string[]> {
  const [now, before, tests] = [await sumSql(root), await readRecord(root), await testsOfSql(root)];
  const isWhole = now["package.json"] !== before["package.json"];
  const changed = Object.keys(now).filter((folder) => isWhole || now[folder] !== before[folder]);
  const chosen = new Set(changed.flatMap((folder) => nearestTests(folder, tests)));
  return tests.filter((file) => file === ALWAYS || chosen.has(file));
}

/** Notes the SQL of this moment as tested. */
export async function recordTestedSql(root: string): Promise<void> {
  await writeFile(join(root, RECORD), `${JSON.stringify(await sumSql(root), null, 2)}\n`);
}

function nearestTests(folder: string, tests: readonly string[]): readonly string[] {
  if (!folder.includes("/")) return [];
  const inside = tests.filter((file) => dirname(file) === folder);
  return inside.length > 0 ? inside : nearestTests(dirname(folder), tests);
}

/** A sum of the SQL of each folder in `root/src`, and one of the versions of the packages that write SQL for us. */
async function sumSql(root: string): Promise<Sums> {
  const files = globSync("src/**/*.{ts,sql}", { cwd: root }).map(slashed).sort();
  const folders = new Map<string, ReturnType<typeof createHash>>();
  for (const file of files) {
    if (file.endsWith(".test.ts")) continue;
    const text = await readFile(join(root, file), "utf8");
    if (!file.endsWith(".sql") && !HAS_SQL.test(text)) continue;
    const folder = dirname(file);
    folders.set(folder, (folders.get(folder) ?? createHash("sha256")).update(`${file}\n${codeOf(text)}`));
  }
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const sums = [...folders].map(([folder, hash]) => [folder, hash.digest("hex").slice(0, 16)]);
  return Object.fromEntries([["package.json", WRITERS.map((name) => dependencies[name]).join(" ")], ...sums]);
}

/** A text without imports, comments and line breaks, which change no statement. */
function codeOf(text: string): string {
  const code = text.replaceAll(/^import [^;]*;$/gm, "").replaceAll(/\/\*\*.*?\*\//gs, "");
  return code
    .replaceAll(/^\s*(\/\/|--).*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

async function readRecord(root: string): Promise<Sums> {
  const path = join(root, RECORD);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
}

const slashed = (path: string) => path.replaceAll("\\", "/");
