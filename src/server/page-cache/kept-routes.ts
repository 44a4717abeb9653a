import type { ServerBuild } from "react-router";
import type { KeptPage } from "#src/api/kept-page.ts";
import { pageNumber } from "#src/api/page-number.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleName } from "#src/raffles/read.ts";

/** A page as it is kept: all that is known of the request for it. */
export type PageAddress = {
  readonly shows: KeptPage["shows"];
  /** What it shows: a raffle's id or code, or what its route says. */
  readonly subject: string;
  /** Written in the one way that is kept: an address has many. */
  readonly path: string;
};

/** Finds which kept page a path is of; undefined for all others. */
export type KeptRoutes = (path: string, parameters: URLSearchParams | null) => PageAddress | undefined;

/** A page of one raffle, such as /raffle/ABCD1234. */
const OF_A_RAFFLE = /^\/([a-z-]+)\/([0-9A-Za-z-]+)$/;

/**
 * Reads from the pages' own handles which of them are kept.
 *
 * @throws for a handle that its route's path cannot keep: only a whole path, or one with a raffle as its only parameter
 */
export function keptRoutes(routes: ServerBuild["routes"]): KeptRoutes {
  const whole = new Map<string, KeptPage>();
  const ofRaffle = new Map<string, KeptPage>();
  for (const route of Object.values(routes)) {
    const kept = (route?.module as { handle?: { kept?: KeptPage } } | undefined)?.handle?.kept;
    if (!route || !kept) continue;
    const path = `/${route.path ?? ""}`;
    const [, page, parameter] = /^\/([a-z-]+)\/:(identifier|raffleCode|raffleId)$/.exec(path) ?? [];
    if (kept.shows === "raffle" && page && parameter) ofRaffle.set(page, kept);
    else if (kept.shows !== "raffle" && !/[:*]/.test(path)) whole.set(path, kept);
    else throw new Error(`The page ${path} cannot be kept.`);
  }
  return (path, parameters) => {
    const kept = whole.get(path);
    if (kept) {
      if (isException(kept, parameters)) return undefined;
      const { shows } = kept;
      // Also for the first, where it is asked for: the choice of a language leads back to the page's own address.
      const page = kept.pages && parameters?.has("page") ? `?page=${pageNumber(parameters.get("page"))}` : "";
      return { shows, subject: shows, path: `${path}${page}` };
    }
    const [, page = "", typed = ""] = OF_A_RAFFLE.exec(path) ?? [];
    const keptOfRaffle = ofRaffle.get(page);
    const name = keptOfRaffle && !isException(keptOfRaffle, parameters) ? raffleName(typed) : null;
    return name === null ? undefined : { shows: "raffle", subject: name, path: `/${page}/${name}` };
  };
}

function isException({ except }: KeptPage, parameters: URLSearchParams | null): boolean {
  return parameters !== null && (except?.some((name) => parameters.has(name)) ?? false);
}

/** The key of a page in the cache; what it is about stands first, where changes find it. */
export function keyOf({ subject, path }: PageAddress, language: Language): string {
  return `${subject} ${language} ${path}`;
}

/** Whether a kept page may show something else once these raffles were changed: null for any of them. */
export function isAbout(key: string, names: readonly string[] | null): boolean {
  const subject = key.slice(0, key.indexOf(" "));
  if (names === null) return true;
  return subject === "raffles" || names.includes(subject);
}
