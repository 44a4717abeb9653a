import { createSingleFlightCache, type Made } from "#src/base/single-flight-cache.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { Presence } from "#src/db/presence.ts";
import { type CachePolicy, isOfDraws } from "#src/http/page-handle.ts";
import type { Answer } from "#src/http/problem.ts";
import { languageOf } from "#src/http/visitor-language.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleChanges } from "#src/raffles/lifecycle/raffle-changes.ts";
import { knownUntil } from "#src/raffles/read.ts";
import type { PlainRequest } from "../fast-path/early-answer.ts";
import { VISITED_HOST } from "../fast-path/host-name.ts";
import { type CacheableRoutes, isAbout, isList, keyOf, type PageAddress } from "./cacheable-routes.ts";
import { type StoredPage, sendPage, storePage } from "./cached-page.ts";
import { chooseEncoding } from "./encodings.ts";
import { createListDrops } from "./list-drops.ts";

/** Limits the cache of one process, in bytes: about 900 pages, each in three encodings. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How long the operator's own pages are cached, in ms. Their files are read as often; edits must show in a second. */
const OWN_PAGE_MS = 400;

/** How long fixed texts are cached, in ms. They change only with a release, but the year in the footer changes too. */
const TEXTS_MS = 30_000;

/** How long a page of draws is cached, in ms. It names people, so that it must not last. */
const DRAWS_MS = 1_000;

export type PageCacheParts = {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly presence: Presence;
  readonly routes: CacheableRoutes;
  /** The site's address, for the requests that render the pages. */
  readonly origin: string;
  /** The site's own language, for visitors who say none. */
  readonly fallback: Language;
  /** Renders a page that is the same for everybody, with all its headers. */
  readonly render: (request: Request, shows: CachePolicy["shows"]) => Promise<Response>;
};

export type PageCache = {
  /** Answers a request synchronously if its page is cached; undefined for all other requests. */
  look(request: PlainRequest): Answer | undefined;
  /** Answers a request for a cacheable page, rendering it if it is not cached; undefined for all other requests. */
  get(request: PlainRequest): Promise<Answer> | undefined;
};

/**
 * Caches the pages that are the same for everybody. The site renders each with its own request, which has only an
 * address. A visitor's request selects the page; nothing of it reaches the rendering. Cached pages do not expire while
 * the database is away.
 */
export function createPageCache(parts: PageCacheParts): PageCache {
  const { db, notifications, presence, routes, origin, fallback, render } = parts;
  const pages = createSingleFlightCache<StoredPage>(MAX_BYTES, presence.isAway);
  const changes = raffleChanges(notifications);
  const listsChanged = createListDrops(() => pages.drop(isList));
  changes.subscribe((names) => {
    pages.drop((key) => isAbout(key, names));
    if (names !== null) listsChanged();
  });

  async function holdsUntil(shows: PageAddress["shows"]): Promise<number> {
    if (shows === "texts") return performance.now() + TEXTS_MS;
    if (shows === "own-page") return performance.now() + OWN_PAGE_MS;
    if (isOfDraws(shows)) return performance.now() + DRAWS_MS;
    // If the database does not answer, the rendering fails too, and reports it.
    return knownUntil(db).catch(() => 0);
  }

  async function make({ shows, path }: PageAddress, language: Language): Promise<Made<StoredPage>> {
    const until = await holdsUntil(shows);
    const url = new URL(path, origin);
    url.searchParams.set("lang", language);
    const page = await storePage(await render(new Request(url), shows));
    return { value: page, bytes: page.bytes, until: page.keeps ? until : 0, outlives: !isOfDraws(shows) };
  }

  /** Reads the page, the language and the encoding that a request asks for; undefined if the page is not cacheable. */
  function read({ method, url = "", headers }: PlainRequest) {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const mark = url.indexOf("?");
    const parameters = mark === -1 ? null : new URLSearchParams(url.slice(mark));
    const address = routes(mark === -1 ? url : url.slice(0, mark), parameters);
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    // Without change notifications a cached page may be stale, so requests are rendered, unless the database is away.
    const isFresh = address && (!depends(address.shows) || changes.isListening() || presence.isAway());
    if (!isFresh || !host) return undefined;
    const asked = knownLanguage(parameters?.get("lang"));
    const language = languageOf({
      asked,
      cookies: headers.cookie,
      host,
      accepted: headers["accept-language"],
      fallback,
    });
    const send = (page: StoredPage) => {
      const variants = asked ? page.byAddress : page.byVisitor;
      return sendPage(page.status, variants[chooseEncoding(headers["accept-encoding"])], headers["if-none-match"]);
    };
    return { address, language, key: keyOf(address, language), send };
  }

  return {
    look(request) {
      const asked = read(request);
      const page = asked && pages.look(asked.key);
      return page && asked?.send(page);
    },
    get(request) {
      const asked = read(request);
      if (!asked) return undefined;
      const made = pages.get(asked.key, () => make(asked.address, asked.language));
      // If the rendering failed because the database has just gone, send the page cached before.
      return made.then((page) => asked.send((page.status >= 500 && pages.look(asked.key)) || page));
    },
  };
}

/** Whether a page stays cached until a notification says that it has changed. The others expire soon by themselves. */
function depends(shows: PageAddress["shows"]): boolean {
  return shows === "raffle" || shows === "raffles";
}
