import { LANGUAGES } from "#src/i18n/languages.ts";

/** Chooses the language of the offline page by that of the browser, unless the address names one. */
document.documentElement.dataset.scripted = "";
const known: readonly string[] = LANGUAGES;
if (!known.includes(location.hash.slice(1))) {
  const language = navigator.languages.map((tag) => tag.split("-")[0] ?? "").find((tag) => known.includes(tag));
  location.replace(`#${language ?? "en"}`);
}
