import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { NewsText, NewsTexts } from "./schema.ts";

/** News in the reader's language, else in English, else in its first language. Throws if it has no text at all. */
export function textFor(texts: NewsTexts, reader: Language): NewsText & { readonly language: Language } {
  const language = [reader, "en" as const, ...LANGUAGES].find((one) => texts[one]);
  const text = language && texts[language];
  if (!text) throw new Error("News has no text.");
  return { ...text, language };
}

/** The paragraphs of a text. Blank lines separate them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}
