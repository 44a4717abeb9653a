import { createInstance, type FormatterModule, type i18n } from "i18next";
import { formatCount } from "./format.ts";
import type { Language, Namespace } from "./languages.ts";

/**
 * What finds texts of one language in the catalogue given, the same on the server and in the browser. Numbers in a
 * text are written as the language writes them; what is no amount (a year, a code) is therefore given as a string.
 */
export function translator(
  language: Language,
  catalogue: Readonly<Partial<Record<Namespace, Record<string, unknown>>>>,
  defaultNS: Namespace,
): i18n {
  const instance = createInstance();
  void instance.use(numbersIn(language)).init({
    lng: language,
    resources: { [language]: catalogue },
    defaultNS,
    // React and JSON escape where a text lands; escaping here would show people `&amp;`.
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  });
  return instance;
}

function numbersIn(language: Language): FormatterModule {
  return {
    type: "formatter",
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format: (value) => (typeof value === "number" ? formatCount(value, language) : value),
  };
}
