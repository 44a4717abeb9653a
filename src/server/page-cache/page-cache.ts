import type { Context, MiddlewareHandler } from "hono";
import { visitorLanguage } from "#src/api/visitor-language.ts";
import { createKeptResults, type Made } from "#src/base/kept-results.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleChanges } from "#src/raffles/raffle-changes.ts";
import { knownUntil } from "#src/raffles/read.ts";
import { chooseEncoding } from "./encodings.ts";
import { isAbout, type KeptRoutes, keyOf, type PageAddress } from "./kept-routes.ts";
import { type StoredPage, sendPage, storePage } from "./stored-page.ts";

/** Some two thousand pages, each in three encodings. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The operator's own files are looked at as often; an edit shall show within a second. */
const OWN_PAGE_MS = 900;

/** Texts change with the release, but the year at the foot of each page does not. */
const TEXTS_MS = 30_000;

export type PageCacheParts = {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly routes: KeptRoutes;
  /** The site's address, for the requests by which pages are made. */
  readonly origin: string;
  /** Renders a page for everybody, with every header that it needs. */
  readonly render: (request: Request) => Promise<Response>;
};

/**
 * Answers requests for pages that are the same for everybody from memory. Each is rendered by a request of our own that
 * has nothing but an address: what a visitor sends decides which page it is, and gets no further.
 */
export function pageCache({ db, notifications, routes, origin, render }: PageCacheParts): MiddlewareHandler {
  const pages = createKeptResults<StoredPage>(MAX_BYTES);
  const changes = raffleChanges(notifications);
  changes.subscribe((names) => pages.drop((key) => isAbout(key, names)));

  async function holdsUntil(shows: PageAddress["shows"]): Promise<number> {
    if (shows === "texts") return performance.now() + TEXTS_MS;
    return shows === "own-page" ? performance.now() + OWN_PAGE_MS : knownUntil(db);
  }

  async function make({ shows, path }: PageAddress, language: Language): Promise<Made<StoredPage>> {
    const until = await holdsUntil(shows);
    const url = new URL(path, origin);
    url.searchParams.set("lang", language);
    const page = await storePage(await render(new Request(url)));
    return { value: page, bytes: page.bytes, until: page.keeps ? until : 0 };
  }

  return async (c, next) => {
    const address = routes(c.req.path, (parameter) => c.req.query(parameter));
    // While no word of changes arrives, every visitor gets a page of their own.
    if (!address || !changes.isTold()) return next();
    const language = visitorLanguage(c);
    const key = keyOf(address, language);
    return send(c, pages.look(key) ?? (await pages.get(key, () => make(address, language))));
  };
}

function send(c: Context, page: StoredPage): Response {
  const variants = knownLanguage(c.req.query("lang")) ? page.byAddress : page.byVisitor;
  return sendPage(page, variants[chooseEncoding(c.req.header("accept-encoding"))], c.req.header("if-none-match"));
}
