import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { type Edit, MIGRATION, ROWS } from "../../scripts/field-edits.ts";
import { copyProject } from "./project-copy.ts";

type Ended = { readonly code: number | null; readonly output: string };

export type CopyWithFields = {
  readonly folder: string;
  /** Makes edits of the copy's files. */
  make(edits: readonly Edit[]): Promise<void>;
  /** Runs a program of node_modules in the copy. */
  runTool(path: string, ...args: string[]): Promise<Ended>;
  compile(): Promise<Ended>;
};

/** A copy of the project whose new fields have nothing but columns and rows. The caller removes its folder. */
export async function copyWithFields(): Promise<CopyWithFields> {
  const folder = await copyProject();
  const runTool = (path: string, ...args: string[]) => runScript(folder, join("node_modules", path), ...args);
  const make = (edits: readonly Edit[]) => makeEdits(folder, edits);
  await writeFile(join(folder, "src/db/migrations/999-fields.sql"), MIGRATION);
  await make(ROWS);
  await Promise.all([
    runScript(folder, "scripts/generate-database-types.ts"),
    runTool("@react-router/dev/bin.cjs", "typegen"),
  ]);
  const compile = () => runTool("typescript/bin/tsc", "--noEmit", "--pretty", "false", "--incremental");
  return { folder, make, runTool, compile };
}

async function makeEdits(folder: string, edits: readonly Edit[]): Promise<void> {
  for (const { file, before, add } of edits) {
    const parts = (await readFile(join(folder, file), "utf8")).split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times ${before}`);
    await writeFile(join(folder, file), parts.join(add + before));
  }
}

/** Runs a script with the tests' PostgreSQL and nothing else of their environment. */
function runScript(cwd: string, ...args: readonly string[]): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL: inject("testServer").connectionString };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env });
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
