import { createHash } from "node:crypto";
import { siteContext } from "#src/http/page-context.ts";
import worker from "../../worker/service-worker.ts?inline-script";
import type { Route } from "./+types/service-worker.route.ts";
import { offlineTickets } from "./make-offline-page.ts";

/** A worker obeys the policy of its own file: it asks this site for pages, and nobody else. */
const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The service worker. Browsers compare its bytes with those that they have, at most once an hour: a new offline page is
 * a new worker.
 */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const page = offlineTickets(context.get(siteContext).config.productName);
  const text = `const OFFLINE_PAGE = ${JSON.stringify(page)};\n${worker}\n`;
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "public, max-age=3600",
    etag,
  };
  const isKnown = request.headers.get("if-none-match")?.includes(etag) ?? false;
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
}
