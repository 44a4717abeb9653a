import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { NewsText, NewsTexts } from "#src/news/schema.ts";
import { formText } from "./form-text.ts";

/** News as it stands in the form, in every language. */
export type NewsFormValues = Readonly<Record<Language, NewsText>>;

const NOTHING: NewsText = { subject: "", text: "" };

/** Stored news as the form holds it; none is an empty form. */
export function storedNewsForm(texts: NewsTexts = {}): NewsFormValues {
  return { de: texts.de ?? NOTHING, en: texts.en ?? NOTHING, fil: texts.fil ?? NOTHING };
}

/** The fields of a sent news form, whatever is in them. */
export function readNewsForm(form: FormData): NewsFormValues {
  const read = (language: Language): [Language, NewsText] => [
    language,
    { subject: formText(form, `${language}.subject`), text: formText(form, `${language}.text`) },
  ];
  return Object.fromEntries(LANGUAGES.map(read)) as NewsFormValues;
}

const NEWS_INTENTS = ["save", "discard", "test", "send", "stop"] as const;

/** What an admin pressed on the page of news. */
export type NewsIntent = (typeof NEWS_INTENTS)[number];

/** Reads a button's value; null for one that is not ours. */
export function newsIntent(pressed: string): NewsIntent | null {
  return NEWS_INTENTS.find((intent) => intent === pressed) ?? null;
}
