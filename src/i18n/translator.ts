import { createInstance, type FormatterModule, type i18n } from "i18next";
import type { Language, Namespace } from "./languages.ts";
import { formatCount, formatWait } from "./numbers.ts";

/**
 * An i18next instance for one language and its catalogue, the same on the server and in the browser. It formats numbers
 * for the language, so pass a number that is no amount (a year, a code) as a string. `{{seconds, wait}}` says how long
 * to wait in the unit that fits.
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
    // React and JSON escape on output. Escaping here as well would show `&amp;` to people.
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
    format(value, format) {
      if (typeof value !== "number") return value;
      return format === "wait" ? formatWait(value, language) : formatCount(value, language);
    },
  };
}
