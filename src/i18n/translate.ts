import type { i18n } from "i18next";
import type { FieldMessages, Message } from "#src/base/refusal.ts";
import { catalogues } from "./catalogues.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import { translator } from "./translator.ts";

const translators = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, translator(language, catalogues[language], "messages")]),
);

/** A refusal's message as a sentence of the `messages` catalogue. */
export function translate(language: Language, message: Message): string {
  return (translators.get(language) as i18n).t(message.key, { ...message.params });
}

/** Every field's messages as sentences. */
export function translateFields(language: Language, fields: FieldMessages): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, messages.map((message) => translate(language, message))]),
  );
}
