import { byName, LANGUAGES, type Language, NAMESPACES, type Namespace } from "#src/i18n/languages.ts";

/** Each file of the catalogues as one of the browser's own files, whose name holds a hash of its content. */
const files = import.meta.glob<string>("../../../src/i18n/locales/*/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The address of each namespace's texts, by language. Browsers store these files for good, for all pages. */
export const textFiles: Readonly<Record<Language, Readonly<Record<Namespace, string>>>> = byName(
  LANGUAGES,
  (language) =>
    byName(NAMESPACES, (namespace) => {
      const file = files[`../../../src/i18n/locales/${language}/${namespace}.json`];
      if (file === undefined) throw new Error(`There is no file of the ${namespace} in ${language}.`);
      return file;
    }),
);
