import type { Language, Namespace } from "./languages.ts";
import accounts from "./locales/en/accounts.json" with { type: "json" };
import desk from "./locales/en/desk.json" with { type: "json" };
import entries from "./locales/en/entries.json" with { type: "json" };
import messages from "./locales/en/messages.json" with { type: "json" };
import pages from "./locales/en/pages.json" with { type: "json" };
import raffles from "./locales/en/raffles.json" with { type: "json" };
import site from "./locales/en/site.json" with { type: "json" };

/** Every text that people read, by language and namespace. */
export type Catalogue = Record<Namespace, Record<string, unknown>>;

export const catalogues: Record<Language, Catalogue> = {
  en: { site, pages, raffles, entries, desk, accounts, messages },
};
