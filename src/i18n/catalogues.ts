import { readFileSync } from "node:fs";
import { join } from "node:path";
import { byName, LANGUAGES, NAMESPACES } from "./languages.ts";

/**
 * Every text shown to people, by language and namespace. The files are read from disk: an import for each file would
 * only repeat the two lists.
 */
export const catalogues = byName(LANGUAGES, (language) =>
  byName(NAMESPACES, (namespace) => readTexts(join(import.meta.dirname, "locales", language, `${namespace}.json`))),
);

function readTexts(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8"));
}
