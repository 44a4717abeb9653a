import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { copyProject } from "../tests/support/project-copy.ts";
import { type Edit, LABELS, MIGRATION, PLACES, ROWS, VIEW } from "./field-edits.ts";

const ROOT = join(import.meta.dirname, "..");

/** The tests that ask each place for each field. */
const FIELD_TESTS = [
  "src/api/entries/person-fields.test.ts",
  "src/api/raffle-fields.test.ts",
  "web/field-pages.test.ts",
  // An entry from before the field is still recognised when it is sent again.
  "src/entries/submit/submission-hash.test.ts",
];

let copy: string;
/** What the compiler said when the fields had nothing but columns and rows. */
let lacking: string;

beforeAll(async () => {
  copy = await copyProject();
  await writeFile(join(copy, "src/db/migrations/999-fields.sql"), MIGRATION);
  await make(ROWS);
  await Promise.all([runScript("scripts/generate-database-types.ts"), runTool("@react-router/dev/bin.cjs", "typegen")]);
  lacking = (await compile()).output;
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs a program in the copy, with the tests' PostgreSQL and nothing else of their environment. */
function run(command: string, args: readonly string[], cwd = copy): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL: inject("testServer").connectionString };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

const runScript = (path: string, ...args: string[]) => run(process.execPath, [path, ...args]);
const runTool = (path: string, ...args: string[]) => runScript(join("node_modules", path), ...args);

const compile = () => runTool("typescript/bin/tsc", "--noEmit", "--pretty", "false", "--incremental");

async function make(edits: readonly Edit[]): Promise<void> {
  for (const { file, before, add } of edits) {
    const parts = (await readFile(join(copy, file), "utf8")).split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times ${before}`);
    await writeFile(join(copy, file), parts.join(add + before));
  }
}

/** Gives each label a text in each language. */
async function addLabels(): Promise<void> {
  for (const [catalogue, keys] of Object.entries(LABELS)) {
    for (const language of LANGUAGES) {
      const path = join(copy, "src/i18n/locales", language, `${catalogue}.json`);
      const texts = JSON.parse(await readFile(path, "utf8"));
      for (const key of keys) {
        const names = key.split(".");
        const last = names.pop() as string;
        names.reduce((part, name) => part[name], texts)[last] = "Its label";
      }
      await writeFile(path, JSON.stringify(texts));
    }
  }
}

it("a new field's row makes the compiler name each place that lacks it", () => {
  const unnamed = PLACES.filter(({ file }) => !lacking.includes(`${file}(`));
  expect(unnamed).toEqual([]);
});

it("CONTRIBUTING names these places too", async () => {
  const recipes = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const unnamed = [...ROWS, ...PLACES, VIEW].filter(({ file }) => !recipes.includes(basename(file)));
  expect(unnamed).toEqual([]);
});

it("a field that is in all of them is stored, listed, exported, described, typed and shown", async () => {
  await make([...PLACES, VIEW]);
  await addLabels();
  expect(await compile()).toEqual({ code: 0, output: "" });
  const { output } = await runTool(
    "vitest/vitest.mjs",
    "run",
    "--reporter=json",
    "--outputFile=tests.json",
    ...FIELD_TESTS,
  );
  const report = JSON.parse(await readFile(join(copy, "tests.json"), "utf8").catch(() => expect.fail(output)));
  const tests: { fullName: string; status: string }[] = report.testResults.flatMap(
    ({ assertionResults }: { assertionResults: unknown[] }) => assertionResults,
  );
  expect(tests.filter(({ status }) => status !== "passed")).toEqual([]);
  const ofTheFields = tests.filter(({ fullName }) => /the (field|text) (nickname|venue) /.test(fullName));
  expect(ofTheFields.length).toBe(8 + 3 + 6 + 1);
});
