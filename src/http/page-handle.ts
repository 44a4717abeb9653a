import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Namespace } from "#src/i18n/languages.ts";

/** What a cached page shows, which decides when it must be rendered again. */
export type CachePolicy = {
  readonly shows:
    | /** The raffle in its path: cached until that raffle changes, or any raffle closes. */ "raffle"
    | /** A list of raffles: cached until any raffle changes or closes. */ "raffles"
    | /** The results of the raffle in its path. Erased names notify nobody: cached for a second. */ "draw"
    | /** The results of many raffles, for a second too. */ "draws"
    | /** A page that the operator may write: no notification says that its file has changed. */ "own-page"
    | /** Fixed texts of the site. */ "texts";
  /** Whether the page shows a list in several pages, by `?page=`. */
  readonly pages?: boolean;
  /** Whether the only parameter of its path names whose list it is, such as a shop's. */
  readonly ofOne?: boolean;
  /** Query parameters with which the page addresses one visitor: then it is not cached. */
  readonly except?: readonly string[];
};

/** Whether a cached page may show what changes without a notification: then it lasts for a second. */
export function isOfDraws(shows: CachePolicy["shows"]): boolean {
  return shows === "draw" || shows === "draws";
}

/** A page's handle, and what its route's module shows by itself. */
export type FoundHandle = PageHandle & {
  /** The route has no page: it sends a file, or takes a form and leads on. */
  readonly isFile?: true;
  /** The route takes no form. */
  readonly readOnly?: true;
};

/** What a route declares about its page. The server, the page cache and the frame around the page read it here. */
export type PageHandle = {
  /**
   * The page needs React in the browser; every other page is finished HTML. "when-used": only from the first touch or
   * key on, for who comes to it without anything stored.
   */
  readonly hydrate?: true | "when-used";
  /** The page has a form, and needs the script that stores drafts. Pages that hydrate get that script anyway. */
  readonly forms?: boolean;
  /** The catalogue namespaces that the components use, besides "site". A browser fetches only those of its page. */
  readonly texts?: readonly Namespace[];
  /** The page embeds another site's page: it has no navigation, only a slim footer. */
  readonly embeds?: boolean;
  /** The page is made for frames of other sites: it has neither header nor footer, and its links open a tab. */
  readonly framed?: boolean;
  /** The page fills the screen, as on a projector: it has neither header nor footer. */
  readonly fills?: boolean;
  /** The page has a bar at the foot of a phone's screen, and keeps clear of its edges by itself. */
  readonly hasBar?: boolean;
  /**
   * The page is rendered once for all visitors and cached in memory. Without this, each visitor gets a fresh rendering.
   */
  readonly cached?: CachePolicy;
  /** The page's header shows who is signed in. The header of all other pages is the same for every visitor. */
  readonly personal?: boolean;
  /**
   * The page has the button that leaves the desk, for people on somebody else's browser: shown to browsers with a pass
   * of the desk, or to all guests too.
   */
  readonly leavesDesk?: "with-pass" | "as-guest";
  /** The page may ask for the camera. No other page may. */
  readonly camera?: boolean;
  /** The bytes of the largest file that the page's form takes. Other forms take none. */
  readonly maxUpload?: number;
};

/** The handle that a route's module exports. */
export function handleOf(route: ServerBuild["routes"][string]): PageHandle {
  const { handle } = (route?.module ?? {}) as { readonly handle?: PageHandle };
  return handle ?? {};
}

/** The first segment of a path as routes have it. */
const PLAIN = /^[a-z0-9.-]+$/;

/**
 * Finds the page that answers a path, and returns what its route declares, or else its layout. The path may be of the
 * page's data.
 */
export function pageHandles(routes: ServerBuild["routes"]): (path: string) => FoundHandle {
  const pages = Object.values(routes).flatMap((route): RouteObject[] => {
    // The root and layouts have no address of their own.
    if (route?.parentId === undefined || (route.path === undefined && !route.index)) return [];
    // What the root declares is for the frame around pages alone.
    const layout = routes[route.parentId];
    const handle: FoundHandle = {
      ...(layout?.parentId !== undefined && handleOf(layout)),
      ...handleOf(route),
      ...(route.module.default === undefined && { isFile: true }),
      // What no route knows is not found, however it is requested.
      ...(route.module.action === undefined && route.path !== "*" && { readOnly: true }),
    };
    return [route.index ? { index: true, handle } : { path: route.path ?? "", handle }];
  });
  // React Router sorts the routes that it is given at each call: a tenth of rendering a page where it is given all.
  const startOf = (path: string) => path.split("/", 1)[0] ?? "";
  const splats = pages.filter(({ path }) => path === "*");
  const byStart = new Map<string, RouteObject[]>();
  for (const page of pages) {
    const start = startOf(page.path ?? "");
    byStart.set(start, [...(byStart.get(start) ?? splats), page]);
  }
  return (path) => {
    const written = path.replace(/\.data$/, "");
    const start = startOf(written.slice(1));
    // A start that is written otherwise, such as in capitals, is looked for among all.
    const candidates = byStart.get(start) ?? (PLAIN.test(start) ? splats : pages);
    return matchRoutes(candidates, written)?.at(-1)?.route.handle ?? {};
  };
}
