/** The languages that have a catalogue. */
export const LANGUAGES = ["en"] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = "en";

/** The parts of a catalogue, each loaded where it is needed: /locales/{language}/{namespace}.json. */
export const NAMESPACES = ["site", "pages", "raffles", "entries", "desk", "accounts", "messages"] as const;

export type Namespace = (typeof NAMESPACES)[number];
