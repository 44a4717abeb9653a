import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** Half a year: long enough to count, short enough for an operator who gives https up again. */
const HTTPS_FOR_S = 15_552_000;

/** For answers that are no pages: what they hold is data, and nothing in it may run or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers that `safeHeaders` gives to an answer that is no page. */
export async function safeHeadersOfData(origin: string): Promise<Record<string, string>> {
  const app = new Hono().use(safeHeaders(origin)).get("/", (c) => c.body(null));
  const answer = await app.request("/");
  return Object.fromEntries(answer.headers);
}

/**
 * Headers that every answer carries: no sniffing of types, no framing by other sites, no address of ours (which may
 * hold a code) in another site's logs, https once the site has it. Pages bring a Content-Security-Policy of their own.
 *
 * @param origin under which people reach the site
 */
export function safeHeaders(origin: string): MiddlewareHandler {
  const rest = secureHeaders({
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    xContentTypeOptions: "nosniff",
    strictTransportSecurity: origin.startsWith("https:") ? `max-age=${HTTPS_FOR_S}` : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
  });
  return async (c, next) => {
    await rest(c, next);
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", DATA_POLICY);
  };
}
