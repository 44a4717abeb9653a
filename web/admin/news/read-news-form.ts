import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { NewsText, NewsTexts } from "#src/news/schema.ts";
import { formText } from "../../requests/form-text.ts";

export type NewsFormValues = Readonly<Record<Language, NewsText>>;

const NOTHING: NewsText = { subject: "", text: "" };

/** Stored news as form values. Without stored news, an empty form. */
export function storedNewsForm(texts: NewsTexts = {}): NewsFormValues {
  return eachLanguage((language) => texts[language] ?? NOTHING);
}

/** Reads the fields of a sent news form without checking them. */
export function readNewsForm(form: FormData): NewsFormValues {
  return eachLanguage((language) => ({
    subject: formText(form, `${language}.subject`),
    text: formText(form, `${language}.text`),
  }));
}

function eachLanguage(make: (language: Language) => NewsText): NewsFormValues {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as NewsFormValues;
}

const NEWS_INTENTS = ["save", "discard", "test", "send", "stop"] as const;

export type NewsIntent = (typeof NEWS_INTENTS)[number];

export function newsIntent(pressed: string): NewsIntent | null {
  return NEWS_INTENTS.find((intent) => intent === pressed) ?? null;
}
