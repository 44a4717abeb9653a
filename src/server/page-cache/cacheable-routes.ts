import type { ServerBuild } from "react-router";
import { type CachePolicy, handleOf } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleName } from "#src/raffles/read.ts";

/** Identifies a cached page: everything that its rendering reads from the request, except the language. */
export type PageAddress = {
  readonly shows: CachePolicy["shows"];
  /** What the page shows: a raffle's id or code, or the `shows` of its route. */
  readonly subject: string;
  /** The canonical path: many addresses lead to the same page. */
  readonly path: string;
};

const LISTS: readonly string[] = ["raffles", "draws"] satisfies PageAddress["shows"][];

/** Finds the cacheable page of a path; undefined for all other paths. */
export type CacheableRoutes = (path: string, parameters: URLSearchParams | null) => PageAddress | undefined;

/** The path of a page of one raffle or shop, such as /raffle/ABCD1234 or /raffle/ABCD1234/draw. */
const OF_ONE = /^\/([a-z-]+)\/([0-9A-Za-z-]+)(\/[a-z-]+)?$/;

/**
 * Reads from each route's handle whether its page is cached.
 *
 * @throws for a route that cannot be cached: its path must have no parameter, or as its only one the raffle, or whose
 *   list it is
 */
export function cacheableRoutes(routes: ServerBuild["routes"]): CacheableRoutes {
  const whole = new Map<string, CachePolicy>();
  const ofRaffle = new Map<string, CachePolicy>();
  const ofList = new Map<string, CachePolicy>();
  for (const route of Object.values(routes)) {
    const { cached } = handleOf(route);
    if (!route || !cached) continue;
    const path = `/${route.path ?? ""}`;
    const [, page, below = ""] = /^\/([a-z-]+)\/:\w+(\/[a-z-]+)?$/.exec(path) ?? [];
    const isOfRaffle = cached.shows === "raffle" || cached.shows === "draw";
    if (isOfRaffle && page) ofRaffle.set(page + below, cached);
    else if (cached.shows === "raffles" && cached.ofOne && page) ofList.set(page + below, cached);
    else if (!isOfRaffle && !/[:*]/.test(path)) whole.set(path, cached);
    else throw new Error(`The page ${path} cannot be cached.`);
  }
  return (path, parameters) => {
    const [, page = "", typed = "", below = ""] = OF_ONE.exec(path) ?? [];
    const policy = whole.get(path) ?? ofList.get(page + below);
    if (policy) {
      if (isException(policy, parameters)) return undefined;
      const { shows } = policy;
      // ?page=1 is cached apart from the bare path: the language choice on it leads back to its own address.
      const part = policy.pages && parameters?.has("page") ? `?page=${pageNumber(parameters.get("page"))}` : "";
      return { shows, subject: shows, path: `${path}${part}` };
    }
    const policyOfRaffle = ofRaffle.get(page + below);
    if (!policyOfRaffle || isException(policyOfRaffle, parameters)) return undefined;
    const name = raffleName(typed);
    return name === null ? undefined : { shows: policyOfRaffle.shows, subject: name, path: `/${page}/${name}${below}` };
  };
}

function isException({ except }: CachePolicy, parameters: URLSearchParams | null): boolean {
  return parameters !== null && (except?.some((name) => parameters.has(name)) ?? false);
}

/** The cache key of a page. The subject comes first, so that a change of a raffle finds its pages. */
export function keyOf({ subject, path }: PageAddress, language: Language): string {
  return `${subject} ${language} ${path}`;
}

/** Whether a cached page shows one of these raffles; null matches every page. */
export function isAbout(key: string, names: readonly string[] | null): boolean {
  return names === null || names.includes(subjectOf(key));
}

/** Whether a cached page lists many raffles or draws, so that a change of any raffle may change it. */
export function isList(key: string): boolean {
  return LISTS.includes(subjectOf(key));
}

function subjectOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}
