import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A path of the project's code, as documents write it. Patterns such as `NNN-name.sql` and `{language}` are none; nor is
 * what benchmarks write.
 */
const CODE_PATH = /`((?:src|web|tests|scripts)\/(?:(?!NNN)[\w./-])+)`/g;

/** Decision records tell what was so when they were written. */
const HISTORY = /^docs\/decisions\//;

/**
 * Finds what documents name and what is no longer there. A moved test would otherwise leave a promise without proof.
 *
 * @returns one line for each fault, starting with the document's path; empty if there is none
 */
export async function findDocumentFaults(root: string): Promise<string[]> {
  const documents = (await readdir(join(root, "docs"), { recursive: true }))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !HISTORY.test(path));
  const faults = await Promise.all(
    [...documents, "README.md", "CONTRIBUTING.md"].map(async (document) => {
      const text = await readFile(join(root, document), "utf8");
      return [...text.matchAll(CODE_PATH)]
        .map(([, path = ""]) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document}: names ${path}, which is not there`);
    }),
  );
  return faults.flat();
}
