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

/**
 * How long pages are cached that depend on no notification, in ms. Files of the operator's own pages are read as often:
 * edits must show in a second. Pages of draws name people, and must not last. Fixed texts change with a release, but
 * the year in their footer changes too.
 */
const LASTING_MS: Readonly<Partial<Record<PageAddress["shows"], number>>> = {
  ...{ "own-page": 400, draw: 1_000, draws: 1_000, texts: 30_000 },
};

export type PageCacheParts = {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly presence: Presence;
  readonly routes: CacheableRoutes;
  /** The site's address, for the requests that render the pages. */
  readonly origin: string;
  /** The site's own language, for visitors who say none. */
  readonly fallback: Language;
  /** Whether there is a raffle with this id or code, found out without rendering anything. */
  readonly exists: (name: string) => Promise<boolean>;
  /** Renders a page that is the same for everybody, with all its headers. */
  readonly render: (request: Request, shows: CachePolicy["shows"]) => Promise<Response>;
};

export type PageCache = {
  /** Answers a request synchronously if its page is cached; undefined for all other requests. */
  look(request: PlainRequest): Answer | undefined;
  /**
   * Answers a request for a cacheable page, rendering it if it is not cached; undefined for all other requests. Also
   * undefined for a page that may not exist, unless the request had a turn: strangers could ask for new ones for ever.
   */
  get(request: PlainRequest, options?: { readonly isAdmitted?: boolean }): Promise<Answer | undefined> | undefined;
};

/** What a request asks for. */
type Asked = {
  readonly address: PageAddress;
  readonly language: Language;
  readonly key: string;
  send(page: StoredPage): Answer;
};

/**
 * Caches the pages that are the same for everybody. The site renders each with its own request, which has only an
 * address. A visitor's request selects the page; nothing of it reaches the rendering. Cached pages do not expire while
 * the database is away.
 */
export function createPageCache(parts: PageCacheParts): PageCache {
  const { db, notifications, presence, routes, origin, fallback, exists, render } = parts;
  const pages = createSingleFlightCache<StoredPage>(MAX_BYTES, presence.isAway);
  const changes = raffleChanges(notifications);
  const listsChanged = createListDrops(() => pages.drop(isList));
  changes.subscribe((names) => {
    pages.drop((key) => isAbout(key, names));
    if (names !== null) listsChanged();
  });

  /** Called before the rendering, so that no due date is missed. */
  async function holdsUntil(shows: PageAddress["shows"]): Promise<() => number> {
    const lasting = LASTING_MS[shows];
    // From the end of the rendering: it may take longer than the page lasts, when a cache is needed most.
    if (lasting !== undefined) return () => performance.now() + lasting;
    // If the database does not answer, the rendering fails too, and reports it.
    const until = await knownUntil(db).catch(() => 0);
    return () => until;
  }

  /** Whether a page is surely there. Of others a stranger can make up as many as of codes. */
  async function isThere({ shows, subject, path }: PageAddress): Promise<boolean> {
    if (shows === "raffle" || shows === "draw") return exists(subject).catch(() => true);
    return !/[?]|\/.+\//.test(path);
  }

  async function make({ shows, path }: PageAddress, language: Language): Promise<Made<StoredPage>> {
    const until = await holdsUntil(shows);
    const url = new URL(path, origin);
    url.searchParams.set("lang", language);
    const page = await storePage(await render(new Request(url), shows));
    return { value: page, bytes: page.bytes, until: page.keeps ? until() : 0, outlives: !isOfDraws(shows) };
  }

  /** Reads the page, the language and the encoding that a request asks for; undefined if the page is not cacheable. */
  function read({ method, url = "", headers }: PlainRequest): Asked | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const mark = url.indexOf("?");
    const parameters = mark === -1 ? null : new URLSearchParams(url.slice(mark));
    const address = routes(mark === -1 ? url : url.slice(0, mark), parameters);
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    // Without change notifications a cached page may be stale, so requests are rendered, unless the database is away.
    const isFresh = address && (LASTING_MS[address.shows] !== undefined || changes.isListening() || presence.isAway());
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

  async function answer({ key, address, language, send }: Asked, isAdmitted: boolean): Promise<Answer | undefined> {
    const known = pages.look(key);
    if (known) return send(known);
    if (!isAdmitted && !(await isThere(address))) return undefined;
    const page = await pages.get(key, () => make(address, language));
    // If the rendering failed because the database has just gone, send the page cached before.
    return send((page.status >= 500 && pages.look(key)) || page);
  }

  return {
    look(request) {
      const asked = read(request);
      const page = asked && pages.look(asked.key);
      return page && asked?.send(page);
    },
    get(request, { isAdmitted = false } = {}) {
      const asked = read(request);
      return asked && answer(asked, isAdmitted);
    },
  };
}
