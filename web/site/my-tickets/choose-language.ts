import { LANGUAGES } from "#src/i18n/languages.ts";

/** Chooses the language of the offline page: that of the browser, as nothing on this device says another. */
const known: readonly string[] = LANGUAGES;
const tags = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
const found = tags.map((tag) => (tag === "tl" ? "fil" : tag)).find((tag) => known.includes(tag));
document.documentElement.dataset.scripted = "";
document.documentElement.lang = localStorageLanguage() ?? found ?? "en";

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-reload]")) location.reload();
});

/** The language of the page that filled the tickets last. */
function localStorageLanguage(): string | undefined {
  try {
    const stored = localStorage.getItem("language") ?? "";
    return known.includes(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}
