import { randomBytes } from "node:crypto";
import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { logContext, visitorContext } from "#src/api/page-context.ts";
import { catalogues } from "#src/i18n/catalogues.ts";
import script from "./inline/page.ts?inline-script";
import { startLate } from "./late-start.ts";
import type { PageHandle } from "./page-handle.ts";
import { pagePolicy } from "./page-policy.ts";
import { inlineStyles } from "./page-styles.ts";
import { PageTextsProvider } from "./page-texts.tsx";

/** Renders a page whole, so that its policy can name the very scripts that are in it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language } = loadContext.get(visitorContext);
  const nonce = randomBytes(16).toString("base64url");
  const stream = await renderToReadableStream(
    <PageTextsProvider texts={{ language, catalogue: catalogues[language], script, nonce }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </PageTextsProvider>,
    { nonce },
  );
  await stream.allReady;
  const { html, policy } = pagePolicy(startLate(await new Response(stream).text()), nonce, frameSources(context));
  const page = inlineStyles(html);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}

/** A page that failed for a reason of ours is logged; one whose visitor has left is not. */
export const handleError: HandleErrorFunction = (err, { request, context }) => {
  if (!request.signal.aborted) context.get(logContext).error({ err, method: request.method }, "page failed");
};

/** Other sites by https, and what runs on this machine; what the frame shows may lead on to yet another site. */
const FOREIGN_SITES = ["https:", "http://localhost:*", "http://127.0.0.1:*"];

/** What the page may show in frames: nothing, but for the routes that embed another site's page. */
function frameSources({ staticHandlerContext, routeModules }: EntryContext): string[] {
  const handles = staticHandlerContext.matches.map(
    ({ route }) => routeModules[route.id]?.handle as PageHandle | undefined,
  );
  return handles.some((handle) => handle?.embeds) ? FOREIGN_SITES : [];
}
