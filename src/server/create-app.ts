import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, type ErrorHandler, Hono } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { createRequestHandler, type ServerBuild } from "react-router";
import { bannerApi } from "#src/api/banners.ts";
import { createApi } from "#src/api/create-api.ts";
import { localeApi } from "#src/api/locales.ts";
import { answerCookies, everybodysContext, requestContext } from "#src/api/page-context.ts";
import { planApi } from "#src/api/plans.ts";
import { toResponse } from "#src/api/problem.ts";
import type { Site } from "#src/api/site.ts";
import { languageChoice, tellLanguage, visitorLanguage } from "#src/api/visitor-language.ts";
import { clientAddress } from "./client-address.ts";
import { entryLane } from "./entry-lane.ts";
import { healthChecks } from "./health-checks.ts";
import { bodyLimits } from "./middleware/body-limits/body-limits.ts";
import { ownChanges } from "./middleware/own-changes/own-changes.ts";
import { requestLog } from "./middleware/request-log/request-log.ts";
import { safeHeaders } from "./middleware/safe-headers/safe-headers.ts";
import { sameSitePosts } from "./middleware/same-site-posts/same-site-posts.ts";
import { keptRoutes } from "./page-cache/kept-routes.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import type { App } from "./start.ts";
import { createTurnAway } from "./turn-away.ts";

export type AppParts = {
  readonly site: Site;
  readonly log: Logger;
  /** The pages: React Router's server build. */
  readonly webBuild: ServerBuild;
  /** The folder of files that browsers load: scripts and styles (named by their content) and public files. */
  readonly clientDirectory: string;
};

const COMPRESSED_FILE = /\.(br|gz)$/;
const A_YEAR = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/** The whole site: a Hono app, and before it the pages that are kept in memory. Creating it starts nothing. */
export function createApp({ site, log, webBuild, clientDirectory }: AppParts): App {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const pages = createRequestHandler(webBuild, "production");

  const { origin } = site.config;
  const forEverybody = new Hono();
  forEverybody.use(safeHeaders(origin));
  forEverybody.get("*", async (c) => {
    const language = visitorLanguage(c);
    const answer = await pages(c.req.raw, everybodysContext(site, language, log));
    tellLanguage(c, answer, language);
    return answer;
  });
  const kept = createPageCache({
    db: site.db,
    notifications: site.notifications,
    routes: keptRoutes(webBuild.routes),
    origin,
    render: async (request) => forEverybody.fetch(request),
  });

  app.use(requestLog(log));
  // Before everything else: such a page has its headers already, and nothing of a visitor is looked at.
  app.get("*", async (c, next) => {
    const page = await kept.get(c.env.incoming);
    return page ? toResponse(page) : next();
  });
  app.use(safeHeaders(origin));
  app.use(bodyLimits());
  app.use(sameSitePosts(origin));
  app.use(ownChanges(site.notifications));

  app.route("/", healthChecks(site.db, site.stopping));
  app.route(
    "/api",
    createApi(site, log, (c) => clientAddress(c.env.incoming, site.config.trustProxy)),
  );
  app.route("/banner", bannerApi(site));
  app.route("/locales", localeApi());
  app.route("/language", languageChoice(origin));
  app.route("/data", planApi());
  app.get("/assets/*", serveStatic({ root: clientDirectory, precompressed: true, onFound: keepFor(A_YEAR) }), (c) =>
    c.body(null, 404),
  );
  // Named one by one, so that asking for a page never costs a look at the disk.
  const publicFile = serveStatic({ root: clientDirectory, precompressed: true, onFound: keepFor(AN_HOUR) });
  for (const file of publicFiles(clientDirectory)) app.get(file, publicFile);
  app.use(compress());
  app.all("*", async (c) => {
    const address = clientAddress(c.env.incoming, site.config.trustProxy);
    const language = visitorLanguage(c);
    const { cookie, "user-agent": userAgent } = c.req.header();
    const context = requestContext(site, { address, cookie, userAgent, language }, log);
    const answer = await pages(c.req.raw, context);
    for (const cookie of context.get(answerCookies).values()) answer.headers.append("set-cookie", cookie);
    tellLanguage(c, answer, language);
    return answer;
  });

  const failed: ErrorHandler = (error, c) => {
    log.error({ err: error, method: c.req.method }, "request failed");
    return c.text("Something went wrong on our side. Please try again in a moment.", 500);
  };
  app.onError(failed);
  forEverybody.onError(failed);
  // Each request is to be logged: none takes a shorter way.
  if (log.isLevelEnabled("debug")) return app;
  const enter = entryLane(site, log);
  const turnAway = createTurnAway(site.submissions, origin);
  return {
    early: (request) => turnAway(request) ?? kept.look(request) ?? enter(request),
    fetch: app.fetch,
  };
}

function keepFor(cacheControl: string): (path: string, c: Context) => void {
  return (_path, c) => c.header("cache-control", cacheControl);
}

function publicFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`)
    .filter((path) => !path.startsWith("/assets/") && !path.startsWith("/.") && !COMPRESSED_FILE.test(path));
}
