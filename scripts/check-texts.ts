import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { type CodeTexts, readCodeTexts } from "./code-texts.ts";

/** The language whose keys count. The specification's texts are English; other languages are translations. */
const ORIGINAL = "en";

const CATALOGUES = "src/i18n/locales";

/** i18next's suffixes for plural forms, at the end of a key. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Texts by key ("site:nav.home"). */
type Texts = ReadonlyMap<string, string>;

/**
 * Checks the catalogues of the project in `root` against each other and against the code. Every key must exist in every
 * language and be used, with the same placeholders. Texts for people must be in a catalogue. That keys in the code
 * exist is checked by their types (src/i18n/text-keys.ts), except those that zod carries.
 *
 * @returns one line for each fault; empty if there is none
 */
export async function findTextFaults(root: string): Promise<string[]> {
  const languages = await readdir(join(root, CATALOGUES));
  const files = await readdir(join(root, CATALOGUES, ORIGINAL));
  const catalogues = new Map(
    await Promise.all(
      languages.map(
        async (language) => [language, await readCatalogue(join(root, CATALOGUES, language), files)] as const,
      ),
    ),
  );
  const original = catalogues.get(ORIGINAL) ?? new Map();
  const code = await readCode(root);
  return [
    ...[...catalogues].flatMap(([language, texts]) => faultsOfCatalogue(language, texts, original)),
    ...unusedKeys(original, code),
    ...[...code].flatMap(([path, texts]) => faultsOfCode(path, texts, original)),
  ];
}

function faultsOfCatalogue(language: string, texts: Texts, original: Texts): string[] {
  const faults: string[] = [];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const needed = new Set([...original.keys()].flatMap((key) => formsOf(key, forms, original)));
  for (const key of needed) if (!texts.has(key)) faults.push(`${language}: ${key} is missing.`);
  for (const [key, text] of texts) {
    if (!needed.has(key)) faults.push(`${language}: ${key} is in no other catalogue.`);
    else if (text.trim() === "") faults.push(`${language}: ${key} is empty.`);
    const model = original.get(key.replace(PLURAL, "_other")) ?? original.get(key) ?? text;
    const may = saysItsNumber(language, key) ? ["{{count}}"] : [];
    const [has, wanted] = [placeholdersOf(text, may), placeholdersOf(model, may)];
    if (has !== wanted) faults.push(`${language}: ${key} has ${has || "nothing"}, not ${wanted || "nothing"}.`);
  }
  return faults;
}

/** The keys under which a language stores a text: one, or one for each plural form. */
function formsOf(key: string, forms: readonly string[], original: Texts): string[] {
  const stem = key.replace(PLURAL, "");
  return stem !== key && original.has(`${stem}_other`) ? forms.map((form) => `${stem}_${form}`) : [key];
}

/** Whether a plural form stands for a single number, which the text may then spell out. Filipino's "one" does not. */
function saysItsNumber(language: string, key: string): boolean {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 100 }, (_, number) => rules.select(number));
  return numbers.filter((form) => key.endsWith(`_${form}`)).length === 1;
}

/** The placeholders ({{name}}) and tags (<link>…</link>) of a text, sorted and without duplicates. */
function placeholdersOf(text: string, optional: readonly string[]): string {
  const found = new Set(text.match(/\{\{[^}]*\}\}|<\/?\w+>/g));
  return [...found]
    .filter((placeholder) => !optional.includes(placeholder))
    .toSorted()
    .join(" ");
}

function unusedKeys(original: Texts, code: ReadonlyMap<string, CodeTexts>): string[] {
  const words = new Set([...code.values()].flatMap((texts) => [...texts.words]));
  const patterns = [...code.values()].flatMap((texts) =>
    texts.patterns.map((parts) => new RegExp(`^(?:\\w+:)?${parts.map(RegExp.escape).join("(.+)")}$`)),
  );
  const isUsed = (key: string) => {
    const [namespace = "", plain = ""] = key.split(":");
    // Refusals use message keys without a namespace, and a file without components names no namespace.
    const mayMean = ({ namespaces }: CodeTexts) =>
      namespace === "messages" || namespaces.length === 0 || namespaces.includes(namespace);
    if (words.has(key) || [...code.values()].some((texts) => texts.words.has(plain) && mayMean(texts))) return true;
    // The inserted part must also appear in the code.
    return patterns.some((pattern) => {
      const filled = pattern.exec(key) ?? pattern.exec(plain);
      return filled?.slice(1).every((part) => words.has(part) || part.split(".").every((name) => words.has(name)));
    });
  };
  return [...new Set([...original.keys()].map((key) => key.replace(PLURAL, "")))]
    .filter((key) => !isUsed(key))
    .map((key) => `${key} is used nowhere.`);
}

function faultsOfCode(path: string, texts: CodeTexts, original: Texts): string[] {
  return [
    ...texts.messages
      .filter((key) => !original.has(`messages:${key}`))
      .map((key) => `${path}: ${key} is in no catalogue.`),
    ...texts.bare.map((text) => `${path}: “${text}” belongs in a catalogue.`),
  ];
}

/** The texts of one language. A missing file counts as empty. */
async function readCatalogue(folder: string, files: readonly string[]): Promise<Texts> {
  const parts = await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const part: unknown = existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
      return textsIn(part, `${file.replace(/\.json$/, "")}:`);
    }),
  );
  return new Map(parts.flat());
}

function textsIn(part: unknown, name: string): [string, string][] {
  if (typeof part !== "object" || part === null) return [[name, String(part)]];
  return Object.entries(part).flatMap(([key, value]) =>
    textsIn(value, name.endsWith(":") ? name + key : `${name}.${key}`),
  );
}

async function readCode(root: string): Promise<ReadonlyMap<string, CodeTexts>> {
  const perFolder = await Promise.all(
    ["src", "web"].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => [folder, ...name.split(sep)].join("/")),
    ),
  );
  const paths = perFolder.flat().filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readCodeTexts(path, await readFile(join(root, path), "utf8"))] as const),
    ),
  );
}
