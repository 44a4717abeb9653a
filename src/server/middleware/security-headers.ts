import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "#src/config/config.ts";

/** HSTS max-age in seconds: two years, as browsers' preload lists ask for. */
const HTTPS_FOR_S = 63_072_000;

const PERMISSIONS = "permissions-policy";

const SHARING = "cross-origin-resource-policy";

/** The settings that the headers depend on. */
export type HeaderSettings = Pick<Config, "origin" | "hstsSubdomains">;

/** For responses that are not pages: they hold data, and nothing in them may run or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A policy by which some site may show the page in a frame. */
const FRAMED = /frame-ancestors (?!'none')/;

/** The headers that `securityHeaders` sets on a response that is not a page. */
export async function securityHeadersOfData(config: HeaderSettings): Promise<Record<string, string>> {
  const app = new Hono().use(securityHeaders(config)).get("/", (c) => c.body(null));
  const answer = await app.request("/");
  return Object.fromEntries(answer.headers);
}

/**
 * Sets the headers of every response: no MIME sniffing, no framing, HSTS if the site has https. No Referer goes to
 * other sites, since our addresses may hold a code. Pages set their own Content-Security-Policy.
 *
 * @param asksForCamera whether the requested page may ask for the camera
 */
export function securityHeaders(
  { origin, hstsSubdomains }: HeaderSettings,
  asksForCamera: (c: Context) => boolean = () => false,
): MiddlewareHandler {
  const https = `max-age=${HTTPS_FOR_S}${hstsSubdomains ? "; includeSubDomains" : ""}`;
  const rest = secureHeaders({
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    xContentTypeOptions: "nosniff",
    crossOriginResourcePolicy: false,
    strictTransportSecurity: origin.startsWith("https:") ? https : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
  });
  return async (c, next) => {
    await rest(c, next);
    const policy = c.res.headers.get(PERMISSIONS) ?? "";
    if (asksForCamera(c)) c.header(PERMISSIONS, policy.replace("camera=()", "camera=(self)"));
    if (!c.res.headers.has(SHARING)) c.header(SHARING, "same-origin");
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", DATA_POLICY);
    // The older header knows no list of sites.
    if (FRAMED.test(c.res.headers.get("content-security-policy") ?? "")) c.res.headers.delete("x-frame-options");
  };
}
