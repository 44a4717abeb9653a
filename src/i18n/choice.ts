import { LANGUAGES, type Language } from "./languages.ts";

/** What a request says about its visitor's language, unparsed. */
export type LanguageHints = {
  /** The language in the address (`?lang=de`): such a link shows the same language to everybody. */
  readonly asked?: string | null | undefined;
  /** The visitor's earlier choice. */
  readonly saved?: string | undefined;
  /** The host name of the request, without a port. */
  readonly host: string;
  /** The Accept-Language header. */
  readonly accepted?: string | undefined;
  /** The site's own language (DEFAULT_LANGUAGE), where nothing else says one. */
  readonly fallback: Language;
};

/** An international host name (.com) selects English. */
const ENGLISH_HOST = /\.com\.?$/i;

/** Browsers' codes for Filipino: its own (fil) and that of Tagalog (tl). */
const FILIPINO = /^(fil|tl)(-|$)/i;

/**
 * The language of the response. In this order: the address, the earlier choice, English on a host whose name ends in
 * .com, the browser's language (FILIPINO, or its first two letters), the site's own.
 */
export function chooseLanguage({ asked, saved, host, accepted, fallback }: LanguageHints): Language {
  return (
    knownLanguage(asked) ??
    knownLanguage(saved) ??
    (ENGLISH_HOST.test(host) ? "en" : undefined) ??
    browserLanguage(accepted) ??
    fallback
  );
}

/** The supported language with this code; undefined for any other code. */
export function knownLanguage(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}

/** The browser's first preference. Its other languages are only fallbacks for pages that lack it: they do not count. */
function browserLanguage(accepted = ""): Language | undefined {
  let best = { tag: "", quality: 0 };
  for (const part of accepted.split(",")) {
    const wish = readWish(part);
    if (wish.tag !== "" && wish.quality > best.quality) best = wish;
    // 1 is the highest quality, and nearly every browser sends it first. Stop early: this runs for every page.
    if (best.quality === 1) break;
  }
  return FILIPINO.test(best.tag) ? "fil" : knownLanguage(best.tag.slice(0, 2).toLowerCase());
}

function readWish(part: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1) };
}
