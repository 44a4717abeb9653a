import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

const FEEDS = {
  raffles: { path: "/raffles.atom", type: "application/atom+xml" },
  draws: { path: "/draws.atom", type: "application/atom+xml" },
  dates: { path: "/raffles.ics", type: "text/calendar" },
} as const;

export type FeedName = keyof typeof FEEDS;

/** One of the site's feeds as a link. It names the language: programs that read feeds say none. */
export function feedView(name: FeedName, language: Language) {
  const { path, type } = FEEDS[name];
  return { href: `${path}?lang=${language}`, type, title: translate(language, { key: `raffles:feeds.${name}` }) };
}

export type FeedView = ReturnType<typeof feedView>;
