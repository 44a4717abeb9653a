import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";

/** A page that the operator wrote in place of ours: its Markdown and its language. */
export type OwnPage = { readonly title: string | null; readonly text: string; readonly language: Language };

/** `imprint` says who runs the site, as the law of some countries asks: it has no page of ours in its place. */
export type OwnPageName = "terms" | "privacy" | "imprint";

/** Where the operator puts a page of their own. */
export function ownPagePath(dataDir: string, name: OwnPageName, language: Language): string {
  return join(dataDir, "pages", `${name}.${language}.md`);
}

/** Whether the operator has a page of their own, in any language. */
export function hasOwnPage(dataDir: string, name: OwnPageName): boolean {
  return LANGUAGES.some((language) => existsSync(ownPagePath(dataDir, name, language)));
}

/**
 * Reads the operator's own page, `pages/{name}.{language}.md` in the data folder. If it is missing in the visitor's
 * language, another language is used: the site must not mix the operator's terms with ours.
 *
 * @returns the page, with its first heading as the title; null if the operator has none
 * @throws if a file exists but cannot be read
 */
export async function readOwnPage(dataDir: string, name: OwnPageName, asked: Language): Promise<OwnPage | null> {
  for (const language of new Set<Language>([asked, "en", ...LANGUAGES])) {
    const text = await readIfThere(ownPagePath(dataDir, name, language));
    if (text === null) continue;
    const [, title, rest = text] = /^# ([^\n]+)\n(.*)$/s.exec(text.trimStart()) ?? [];
    return { title: title?.trim() ?? null, text: rest, language };
  }
  return null;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
