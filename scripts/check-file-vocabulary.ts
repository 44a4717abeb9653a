import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { findForbiddenCode } from "./forbidden-code.ts";
import { FEATURES, LAYERS } from "./layers.ts";

/** A file that is longer does more than one thing, and is no longer read whole before it is changed. */
const MAX_LINES = 300;

const FOLDERS = ["src", "web", "tests", "scripts", "benchmarks"];
const CODE = /\.(ts|tsx|js|mjs|css)$/;
/** Made by `npm run db:types`: as long as the database has columns. */
const GENERATED = new Set(["src/db/tables.ts"]);
const MEANINGLESS = new Set(["utils", "util", "helpers", "helper", "common", "misc", "index"]);
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/;

/**
 * Checks names, places, lengths and the first promises of the files of the project in `root`
 * (docs/architecture.md has the vocabulary).
 *
 * @returns one line for each fault, starting with the file's path; none where all is well
 */
export async function findVocabularyFaults(root: string): Promise<string[]> {
  const files = await codeFilesOf(root);
  const known = new Set(files);
  const faults = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(join(root, path), "utf8");
      return [...faultsOfName(path, known), ...faultsOfLength(path, text), ...findForbiddenCode(path, text)].map(
        (fault) => `${path}: ${fault}`,
      );
    }),
  );
  return faults.flat();
}

async function codeFilesOf(root: string): Promise<string[]> {
  const perFolder = await Promise.all(
    FOLDERS.filter((folder) => existsSync(join(root, folder))).map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true });
      return entries.filter((name) => CODE.test(name)).map((name) => [folder, ...name.split(sep)].join("/"));
    }),
  );
  return perFolder.flat().toSorted();
}

function faultsOfName(path: string, known: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  for (const part of parts) {
    const word = part.replace(/\..*$/, "");
    if (MEANINGLESS.has(word))
      faults.push(`"${word}" says nothing about what is inside: name it for the one thing it holds.`);
  }
  const [top, folder] = parts;
  if (top === "src" && !LAYERS.flat().includes(`src/${parts.length > 2 ? folder : ""}`)) {
    faults.push("each file of src/ lies in a folder that has a row in scripts/layers.ts.");
  }
  if (FEATURES.includes(`${top}/${folder}`)) {
    if (!KEBAB_CASE.test(name))
      faults.push("files of a feature are schema.ts, rules.ts, read.ts, write.ts or a-topic.ts.");
    if (name === "rules.ts" && !known.has(path.replace(/\.ts$/, ".test.ts"))) {
      faults.push("rules are decisions, and decisions are tested: put rules.test.ts beside it.");
    }
  }
  return faults;
}

function faultsOfLength(path: string, text: string): string[] {
  if (GENERATED.has(path)) return [];
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines > MAX_LINES
    ? [`${lines} lines, more than ${MAX_LINES}: take a part of it out that has a name of its own.`]
    : [];
}
