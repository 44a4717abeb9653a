import type { i18n } from "i18next";
import type { FieldMessages } from "#src/base/refusal.ts";
import { catalogues } from "./catalogues.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import type { KeyOf, Text } from "./text-keys.ts";
import { translator } from "./translator.ts";

const translators = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, translator(language, catalogues[language], "messages")]),
);

/** A text in a language; a key without a namespace is one of `messages`. */
export function translate(language: Language, { key, params }: Text): string {
  // The instance's own keys are those of `messages`.
  return (translators.get(language) as i18n).t(key as `messages:${KeyOf<"messages">}`, { ...params });
}

/** Every field's messages as sentences. */
export function translateFields(language: Language, fields: FieldMessages): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, messages.map((message) => translate(language, message))]),
  );
}
