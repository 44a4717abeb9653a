import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, type ErrorHandler, Hono } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { createApi } from "#src/api/create-api.ts";
import { certificateApi } from "#src/api/draws/certificates.ts";
import { resultCardApi } from "#src/api/draws/result-cards.ts";
import { winnerPhotoApi } from "#src/api/draws/winner-photos.ts";
import { localeApi } from "#src/api/locales.ts";
import { logFiles } from "#src/api/log/log-files.ts";
import { witnessApi } from "#src/api/log/witness.ts";
import { oEmbedApi } from "#src/api/oembed.ts";
import { bannerApi } from "#src/api/pictures/banners.ts";
import { shopPictureApi } from "#src/api/pictures/shop-pictures.ts";
import { shareCardApi, socialPictureApi } from "#src/api/pictures/social-pictures.ts";
import { planApi } from "#src/api/plans.ts";
import { requestIdOf, senderLeft } from "#src/http/incoming.ts";
import { answerCookies, everybodysContext, pageFailure, requestContext } from "#src/http/page-context.ts";
import { pageHandles } from "#src/http/page-handle.ts";
import { toResponse } from "#src/http/problem.ts";
import { failureOf, retryAfter, SITE_AWAY, statusOf } from "#src/http/refusals.ts";
import { SHARED } from "#src/http/shared-file.ts";
import type { Site } from "#src/http/site.ts";
import { languageChoice, setLanguageHeaders, visitorLanguage } from "#src/http/visitor-language.ts";
import { translate } from "#src/i18n/translate.ts";
import { clientAddress } from "./client-address.ts";
import type { EarlyAnswer } from "./fast-path/early-answer.ts";
import { createLoadShedder } from "./fast-path/load-shedding.ts";
import { entryFastPath } from "./fast-path/submit-entry.ts";
import { healthChecks } from "./health-checks.ts";
import { bodyLimits } from "./middleware/body-limits.ts";
import { sameSitePosts } from "./middleware/csrf.ts";
import { formsWhereTaken, knownMethods } from "./middleware/known-methods.ts";
import { noStore } from "./middleware/no-store.ts";
import { pageTurns } from "./middleware/page-turns.ts";
import { readYourWrites } from "./middleware/read-your-writes.ts";
import { readableAddress } from "./middleware/readable-address.ts";
import { createRenderQueue } from "./middleware/render-queue.ts";
import { logEarlyAnswers, requestLog } from "./middleware/request-log.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { createUploadRoom, uploadOf } from "./middleware/upload-room.ts";
import { cacheableRoutes, type PageAddress } from "./page-cache/cacheable-routes.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import { securityContact } from "./security-contact.ts";
import { siteKeyFile } from "./site-key-file.ts";
import type { App } from "./start.ts";

export type AppParts = {
  readonly site: Site;
  readonly log: Logger;
  /** The pages: React Router's server build. */
  readonly webBuild: ServerBuild;
  /** The folder of files that browsers load: scripts and styles (named by their content) and public files. */
  readonly clientDirectory: string;
};

const COMPRESSED_FILE = /\.(br|gz)$/;
/** A worker obeys the policy of its own file, not that of its page. That of draw checks fetches a draw's files. */
const ASSET_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const CACHE_FOR_A_YEAR = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/** The whole site: a Hono app, and before it the fast paths with the page cache. Creating it starts nothing. */
export function createApp({ site, log, webBuild, clientDirectory }: AppParts): App {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const pages = createRequestHandler(webBuild, "production");
  const handleAt = pageHandles(webBuild.routes);

  const { origin, defaultLanguage: fallback } = site.config;
  const forEverybody = new Hono<{ Bindings: Pick<PageAddress, "shows"> }>();
  forEverybody.use(securityHeaders(site.config));
  forEverybody.get("*", async (c) => {
    const language = visitorLanguage(c, fallback);
    const context = everybodysContext(site, language, log, c.env.shows);
    const answer = failedPage(await pages(c.req.raw, context), context);
    setLanguageHeaders(c, answer, language);
    return answer;
  });
  const pageCache = createPageCache({
    db: site.db,
    notifications: site.notifications,
    presence: site.presence,
    routes: cacheableRoutes(webBuild.routes),
    origin,
    fallback,
    exists: async (name) => (await site.raffles.find(name)) !== null,
    render: async (request, shows) => {
      site.counts.page("rendered");
      return forEverybody.fetch(request, { shows });
    },
  });

  /** From memory, so that it costs nothing while there is no time for pages. */
  const busyPage = async (c: Context<{ Bindings: HttpBindings }>) => {
    site.counts.turnedAway();
    if (c.req.method === "POST") return c.text(translate(visitorLanguage(c, fallback), { key: "formsBusy" }));
    const headers = { ...c.env.incoming.headers, "if-none-match": undefined };
    const url = `/busy?${new URLSearchParams({ lang: c.req.query("lang") ?? "" })}`;
    const page = await pageCache.get({ method: "GET", url, headers });
    return page ? toResponse(page) : c.text(translate(visitorLanguage(c, fallback), { key: "pages:busy.text" }));
  };

  app.use(requestLog(log, site));
  app.use(readableAddress(fallback));
  // Before all other middleware: a cached page already has its headers, and needs nothing else of the request.
  app.get("*", async (c, next) => {
    const page = await pageCache.get(c.env.incoming);
    return page ? toResponse(page) : next();
  });
  app.use(securityHeaders(site.config, (c) => handleAt(c.req.path).camera === true));
  app.use(noStore());
  const addressOf = (c: Context) => clientAddress(c.env.incoming, site.config.trustProxy);
  const api = createApi(site, log, addressOf);
  app.use(knownMethods(api, fallback));
  app.use(
    bodyLimits({
      addressOf,
      maxUploadOf: (c) => handleAt(c.req.path).maxUpload,
      room: createUploadRoom(site.config.workers),
      uploadOf: (c) => uploadOf(c.env.incoming),
      fallback,
    }),
  );
  app.use(sameSitePosts(origin, site.note));
  app.use(formsWhereTaken((path) => handleAt(path).readOnly === true, fallback));
  app.use(readYourWrites(site.notifications));

  app.route("/.well-known", securityContact(site.config, site.clock));
  app.route("/.well-known", siteKeyFile(site));
  app.route("/", healthChecks(site));
  app.route("/log", logFiles(site));
  app.route("/witness", witnessApi(site));
  app.route("/api", api);
  app.route("/banner", bannerApi(site, addressOf));
  app.route("/picture", shopPictureApi(site));
  app.route("/certificate", certificateApi(site, addressOf));
  app.route("/result-card", resultCardApi(site, addressOf));
  app.route("/share-card", shareCardApi(site, addressOf));
  app.route("/social", socialPictureApi(site, addressOf));
  app.route("/winner-photo", winnerPhotoApi(site));
  app.route("/oembed", oEmbedApi(site));
  app.route("/locales", localeApi());
  app.route("/language", languageChoice(origin));
  app.route("/data", planApi(site));
  app.get(
    "/assets/*",
    serveStatic({
      root: clientDirectory,
      precompressed: true,
      onFound(path, c) {
        shareFor(CACHE_FOR_A_YEAR)(path, c);
        c.header("content-security-policy", ASSET_POLICY);
      },
    }),
    (c) => c.body(null, 404),
  );
  // One route per file, so that a request for a page never reads the disk.
  const publicFile = serveStatic({ root: clientDirectory, precompressed: true, onFound: shareFor(AN_HOUR) });
  for (const file of publicFiles(clientDirectory)) app.get(file, publicFile);
  app.use(compress());
  const isFile = (c: Context) => handleAt(c.req.path).isFile === true;
  app.use(pageTurns({ queue: createRenderQueue(), addressOf, isFile, busyPage }));
  app.get("*", async (c, next) => {
    const page = await pageCache.get(c.env.incoming, { isAdmitted: true });
    return page ? toResponse(page) : next();
  });
  app.all("*", async (c) => {
    const address = addressOf(c);
    const language = visitorLanguage(c, fallback);
    const { cookie, "user-agent": userAgent } = c.req.header();
    const visitor = { address, cookie, userAgent, language };
    const request = requestIdOf(c, site.config);
    const context = requestContext(site, visitor, handleAt(c.req.path), log.child({ request }));
    // sameSitePosts has judged it. React Router would judge again, and log an error for each that it refuses.
    c.req.raw.headers.delete("origin");
    const answer = failedPage(await pages(c.req.raw, context), context);
    if (answer.status >= 500) answer.headers.set("x-request-id", request);
    for (const cookie of context.get(answerCookies).values()) answer.headers.append("set-cookie", cookie);
    setLanguageHeaders(c, answer, language);
    return answer;
  });

  const failed: ErrorHandler = (error, c) => {
    const request = requestIdOf(c, site.config);
    log[senderLeft(c) ? "debug" : "error"]({ err: error, request, method: c.req.method }, "request failed");
    const refusal = failureOf(error, site.presence);
    return c.text(translate("en", { key: "failed" }), statusOf(refusal), {
      ...retryAfter(refusal),
      "x-request-id": request,
    });
  };
  app.onError(failed);
  forEverybody.onError(failed);
  const enter = entryFastPath(site, log);
  const shedLoad = createLoadShedder(site.submissions, site.presence, site.config);
  const lookAtPages: EarlyAnswer = (request) => {
    const page = pageCache.look(request);
    if (page) site.counts.page("cached");
    return page;
  };
  return {
    early: logEarlyAnswers(log, site.config, (request) => shedLoad(request) ?? lookAtPages(request) ?? enter(request)),
    fetch: app.fetch,
  };
}

/** The page with the status of its failure, and with Retry-After if the site is away. */
function failedPage(page: Response, context: Readonly<RouterContextProvider>): Response {
  const failure = context.get(pageFailure);
  const status = failure && page.status >= 500 ? statusOf(failure) : page.status;
  if (status !== statusOf(SITE_AWAY)) return page;
  const answer = new Response(page.body, { status, headers: page.headers });
  for (const [name, value] of Object.entries(retryAfter(SITE_AWAY))) answer.headers.set(name, value);
  return answer;
}

function shareFor(cacheControl: string): (path: string, c: Context) => void {
  return (_path, c) => {
    for (const [name, value] of Object.entries({ ...SHARED, "cache-control": cacheControl })) c.header(name, value);
  };
}

function publicFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`)
    .filter((path) => !path.startsWith("/assets/") && !path.startsWith("/.") && !COMPRESSED_FILE.test(path));
}
