import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { NewsText, NewsTexts } from "./schema.ts";

/** News as somebody reads it: in their language, else in English, else in the first language that it has. */
export function textFor(texts: NewsTexts, reader: Language): NewsText & { readonly language: Language } {
  const language = [reader, "en" as const, ...LANGUAGES].find((one) => texts[one]);
  const text = language && texts[language];
  if (!text) throw new Error("News has no text.");
  return { ...text, language };
}

/** The paragraphs of a text, which blank lines part. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}
