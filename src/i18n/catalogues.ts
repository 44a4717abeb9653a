import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, NAMESPACES } from "./languages.ts";

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

function byName<Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>;
}
