import type { Answer } from "#src/api/problem.ts";
import { languageOf } from "#src/api/visitor-language.ts";
import { createKeptResults, type Made } from "#src/base/kept-results.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleChanges } from "#src/raffles/raffle-changes.ts";
import { knownUntil } from "#src/raffles/read.ts";
import type { PlainRequest } from "../early-answer.ts";
import { VISITED_HOST } from "../visited-host.ts";
import { chooseEncoding } from "./encodings.ts";
import { isAbout, type KeptRoutes, keyOf, type PageAddress } from "./kept-routes.ts";
import { type StoredPage, sendPage, storePage } from "./stored-page.ts";

/** Some nine hundred pages, each in three encodings. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The operator's own files are looked at as often; an edit shall show within a second. */
const OWN_PAGE_MS = 400;

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

export type PageCache = {
  /** The answer to a request whose page is kept, at once; undefined for all others. */
  look(request: PlainRequest): Answer | undefined;
  /** The answer to a request whose page can be kept, rendered where it is not yet; undefined for all others. */
  get(request: PlainRequest): Promise<Answer> | undefined;
};

/**
 * Pages that are the same for everybody, from memory. Each is rendered by a request of our own that has nothing but an
 * address: what a visitor sends decides which page it is, and gets no further.
 */
export function createPageCache({ db, notifications, routes, origin, render }: PageCacheParts): PageCache {
  const pages = createKeptResults<StoredPage>(MAX_BYTES);
  const changes = raffleChanges(notifications);
  changes.subscribe((names) => pages.drop((key) => isAbout(key, names)));

  async function holdsUntil(shows: PageAddress["shows"]): Promise<number> {
    if (shows === "texts") return performance.now() + TEXTS_MS;
    if (shows === "own-page") return performance.now() + OWN_PAGE_MS;
    // Where the database does not answer, the rendering fails as well, and says so.
    return knownUntil(db).catch(() => 0);
  }

  async function make({ shows, path }: PageAddress, language: Language): Promise<Made<StoredPage>> {
    const until = await holdsUntil(shows);
    const url = new URL(path, origin);
    url.searchParams.set("lang", language);
    const page = await storePage(await render(new Request(url)));
    return { value: page, bytes: page.bytes, until: page.keeps ? until : 0 };
  }

  /** Which page a request is for and how it wants to have it; undefined where it is none that is kept. */
  function read({ method, url = "", headers }: PlainRequest) {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const mark = url.indexOf("?");
    const parameters = mark === -1 ? null : new URLSearchParams(url.slice(mark));
    const address = routes(mark === -1 ? url : url.slice(0, mark), parameters);
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    // While no word of changes arrives, every visitor gets a page of their own.
    if (!address || !host || !changes.isTold()) return undefined;
    const asked = knownLanguage(parameters?.get("lang"));
    const language = languageOf({ asked, cookies: headers.cookie, host, accepted: headers["accept-language"] });
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
      return asked && pages.get(asked.key, () => make(asked.address, asked.language)).then(asked.send);
    },
  };
}
