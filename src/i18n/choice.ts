import { LANGUAGES, type Language } from "./languages.ts";

/** What a request says of its visitor's language, as it was sent. */
export type LanguageHints = {
  /** The language that the address names (`?lang=de`): such a link shows the same to everybody. */
  readonly asked?: string | null | undefined;
  /** What the visitor chose before. */
  readonly saved?: string | undefined;
  /** The name under which the site is visited, without a port. */
  readonly host: string;
  /** The Accept-Language header. */
  readonly accepted?: string | undefined;
};

const DEFAULT_LANGUAGE: Language = "de";

/** Where the name is international, so is the language. */
const ENGLISH_HOST = /\.com\.?$/i;

/** What browsers call Filipino: by its own code, and by that of Tagalog. */
const FILIPINO = /^(fil|tl)(-|$)/i;

/**
 * The language to answer in: what the address asks for, else what was chosen before, else English on a host whose
 * name ends in .com, else the first two letters of the browser's language, else German.
 */
export function chooseLanguage({ asked, saved, host, accepted }: LanguageHints): Language {
  return (
    knownLanguage(asked) ??
    knownLanguage(saved) ??
    (ENGLISH_HOST.test(host) ? "en" : undefined) ??
    browserLanguage(accepted) ??
    DEFAULT_LANGUAGE
  );
}

/** A language of ours by its code; undefined for everything else. */
export function knownLanguage(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}

/** The browser's language is the one that it likes best; further ones are wishes for a page that has no better. */
function browserLanguage(accepted = ""): Language | undefined {
  let best = { tag: "", quality: 0 };
  for (const part of accepted.split(",")) {
    const wish = readWish(part);
    if (wish.tag !== "" && wish.quality > best.quality) best = wish;
    // Nothing is liked better, and nearly every browser names it first: this is asked for every page.
    if (best.quality === 1) break;
  }
  return FILIPINO.test(best.tag) ? "fil" : knownLanguage(best.tag.slice(0, 2).toLowerCase());
}

function readWish(part: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1) };
}
