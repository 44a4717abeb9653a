/** The languages that have a catalogue. */
export const LANGUAGES = ["de", "en", "fil"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language's own name for itself: a visitor may not understand the page's language. */
export const LANGUAGE_NAMES: Record<Language, string> = { de: "Deutsch", en: "English", fil: "Filipino" };

/** The parts of a catalogue, each loaded where it is needed: /locales/{language}/{namespace}.json. */
export const NAMESPACES = [
  "site",
  "pages",
  "raffles",
  "entries",
  "events",
  "draws",
  "claims",
  "webhooks",
  "stamps",
  "photos",
  "desk",
  "accounts",
  "team",
  "mails",
  "messages",
] as const;

/** What each of these names has, by name. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>;
}

export type Namespace = (typeof NAMESPACES)[number];
