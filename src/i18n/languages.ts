/** The languages that have a catalogue. */
export const LANGUAGES = ["de", "en", "fil"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself: whoever looks for theirs may not read the page's. */
export const LANGUAGE_NAMES: Record<Language, string> = { de: "Deutsch", en: "English", fil: "Filipino" };

/** The parts of a catalogue, each loaded where it is needed: /locales/{language}/{namespace}.json. */
export const NAMESPACES = [
  "site",
  "pages",
  "raffles",
  "entries",
  "events",
  "desk",
  "accounts",
  "mails",
  "messages",
] as const;

export type Namespace = (typeof NAMESPACES)[number];
