import { randomBytes } from "node:crypto";
import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { isForTrial } from "#src/events/rules.ts";
import { framedBy, logContext, pageFailure, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { failureOf, SITE_AWAY, statusOf } from "#src/http/refusals.ts";
import { catalogues } from "#src/i18n/catalogues.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import formScript from "./inline/forms.ts?inline-script";
import script from "./inline/page.ts?inline-script";
import startScript from "./inline/start.ts?inline-script";
import { pagePolicy } from "./page/html/content-security-policy.ts";
import { startLate } from "./page/html/deferred-scripts.ts";
import { inlineStyles } from "./page/html/inline-styles.ts";
import { textFiles } from "./page/html/text-files.ts";
import { type PageTexts, PageTextsProvider } from "./page/page-texts.tsx";
import workerScript from "./worker/register-worker.ts?inline-script";

/** Renders the whole page before sending, so that its policy can list every script in it by hash. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language } = loadContext.get(visitorContext);
  if (loadContext.get(pageFailure)?.reason === "site-away") describeAway(context, language);
  const nonce = randomBytes(16).toString("base64url");
  const answered = answerOf(request, status);
  const stream = await renderToReadableStream(
    <PageTextsProvider
      texts={{
        language,
        timeZone: loadContext.get(siteContext).config.timeZone,
        catalogue: catalogues[language],
        textFiles: textFiles[language],
        script,
        formScript,
        startScript,
        workerScript,
        nonce,
        answered,
      }}
    >
      <ServerRouter context={withOwnRoutes(context)} url={request.url} nonce={nonce} />
    </PageTextsProvider>,
    { nonce },
  );
  await stream.allReady;
  const { html, policy } = pagePolicy(
    startLate(titled(await new Response(stream).text(), answered, language), startsWhenUsed(context)),
    nonce,
    frameSources(context, loadContext),
    loadContext.get(framedBy),
  );
  const page = inlineStyles(html);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}

/**
 * Leaves the page's own routes in what it is sent, in the page itself. Of all hundred it would need none: its forms are
 * its own, and other screens are documents (`redirectDocument`). They took 6 KB, and a phone 60 ms to sort. In the
 * browser React Router loads `url`, as if all routes were there: a file that is loaded anyway.
 */
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  const own = { ...manifest, routes, url: manifest.entry.module };
  return { ...context, manifest: own, routeDiscovery: { mode: "lazy", manifestPath: "" } };
}

/** Whether React can wait: the page is finished HTML, and answers nothing that somebody has sent. */
function startsWhenUsed(context: EntryContext): boolean {
  const { actionData, errors } = context.staticHandlerContext;
  return !actionData && !errors && handlesOf(context).some((handle) => handle?.hydrate === "when-used");
}

function answerOf({ method }: Request, status: number): PageTexts["answered"] {
  if (method !== "POST") return undefined;
  return status < 400 ? "taken" : "refused";
}

/** A refused form says so first of all in the title. With scripts, its summary of errors sees to that. */
function titled(html: string, answered: PageTexts["answered"], language: Language): string {
  if (answered !== "refused") return html;
  return html.replace("<title>", `<title>${translate(language, { key: "errorTitle" })}: `);
}

/** Logs a page that failed, unless the visitor has aborted the request. */
export const handleError: HandleErrorFunction = (err, { request, context }) => {
  if (!request.signal.aborted) context.get(logContext).error({ err, method: request.method }, "page failed");
  context.set(pageFailure, failureOf(err, context.get(siteContext).presence));
};

/** Makes the error screen say when to retry, instead of the framework's generic message. */
function describeAway({ staticHandlerContext }: EntryContext, language: Language): void {
  const message = translate(language, { key: "pageAway" });
  const answer = { status: statusOf(SITE_AWAY), statusText: "", internal: false, data: { message } };
  for (const route of Object.keys(staticHandlerContext.errors ?? {})) {
    if (staticHandlerContext.errors) staticHandlerContext.errors[route] = answer;
  }
}

/** Any site over https, because a framed page may redirect to another site. */
const FOREIGN_SITES = ["https:"];

/** Servers on the developer's own machine, for trying the site out. */
const OWN_MACHINE = ["http://localhost:*", "http://127.0.0.1:*"];

/** The sources that a page may frame: none, except on routes that embed another site's page. */
function frameSources(context: EntryContext, loadContext: RouterContextProvider): readonly string[] {
  if (!handlesOf(context).some((handle) => handle?.embeds)) return [];
  return isForTrial(loadContext.get(siteContext).config.origin) ? [...FOREIGN_SITES, ...OWN_MACHINE] : FOREIGN_SITES;
}

function handlesOf({ staticHandlerContext, routeModules }: EntryContext): (PageHandle | undefined)[] {
  return staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle as PageHandle | undefined);
}
