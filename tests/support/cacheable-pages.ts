import type { cacheableRoutes } from "#src/server/page-cache/cacheable-routes.ts";

type Routes = Parameters<typeof cacheableRoutes>[0];

/** One route, as the build of the pages has it. */
export const pageRoute = (path: string | undefined, cached?: object) => ({
  ...{ id: path, path },
  module: { handle: { cached } },
});

/** Pages of each kind that is cached, and one that is not. */
export const CACHEABLE_PAGES = {
  home: pageRoute(undefined, { shows: "raffles" }),
  list: pageRoute("raffle-list", { shows: "raffles", pages: true }),
  raffle: pageRoute("raffle/:identifier", { shows: "raffle", except: ["erased"] }),
  draw: pageRoute("raffle/:identifier/draw", { shows: "draw" }),
  draws: pageRoute("draws", { shows: "draws", except: ["after"] }),
  about: pageRoute("about", { shows: "texts", except: ["mine"] }),
  entry: pageRoute("raffle-entry/:raffleCode"),
} as unknown as Routes;
