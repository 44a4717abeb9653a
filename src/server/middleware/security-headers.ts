import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "#src/config/config.ts";

/** HSTS max-age in seconds: two years, as browsers' preload lists ask for. */
const HTTPS_FOR_S = 63_072_000;

const PERMISSIONS = "permissions-policy";

const SHARING = "cross-origin-resource-policy";

/** The settings that the headers depend on. */
export type HeaderSettings = Pick<Config, "origin" | "hstsSubdomains">;

/** What a program reads: most headers mean something to a page alone. */
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** For responses that are not pages: they hold data, and nothing in them may run or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A policy by which some site may show the page in a frame. */
const FRAMED = /frame-ancestors (?!'none')/;

const WITHOUT_PAGE_HEADERS = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

const NOTHING_ELSE = async () => undefined;

/** The headers that `securityHeaders` sets on JSON. */
export async function securityHeadersOfJson(config: HeaderSettings): Promise<Record<string, string>> {
  const app = new Hono().use(securityHeaders(config)).get("/", (c) => c.json({}));
  const { "content-type": _, ...headers } = Object.fromEntries((await app.request("/")).headers);
  return headers;
}

/**
 * Sets the headers of every response: no MIME sniffing, no framing, HSTS if the site has https. No Referer goes to
 * other sites, since our addresses may hold a code. Not `no-referrer`: browsers then send forms with `Origin: null`,
 * which looks like another site's form. Pages set their own Content-Security-Policy.
 *
 * @param asksForCamera whether the requested page may ask for the camera
 */
export function securityHeaders(
  { origin, hstsSubdomains }: HeaderSettings,
  asksForCamera: (c: Context) => boolean = () => false,
): MiddlewareHandler {
  const https = `max-age=${HTTPS_FOR_S}${hstsSubdomains ? "; includeSubDomains" : ""}`;
  const ofAll = {
    xContentTypeOptions: "nosniff",
    crossOriginResourcePolicy: false,
    strictTransportSecurity: origin.startsWith("https:") ? https : false,
  };
  const setOnJson = secureHeaders({ ...WITHOUT_PAGE_HEADERS, ...ofAll });
  const setOnOthers = secureHeaders({
    ...ofAll,
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
  });
  return async (c, next) => {
    await next();
    const isJson = JSON_TYPE.test(c.res.headers.get("content-type") ?? "");
    await (isJson ? setOnJson : setOnOthers)(c, NOTHING_ELSE);
    const policy = c.res.headers.get(PERMISSIONS);
    if (policy !== null && asksForCamera(c)) c.header(PERMISSIONS, policy.replace("camera=()", "camera=(self)"));
    if (!c.res.headers.has(SHARING)) c.header(SHARING, "same-origin");
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", DATA_POLICY);
    // The older header knows no list of sites.
    if (FRAMED.test(c.res.headers.get("content-security-policy") ?? "")) c.res.headers.delete("x-frame-options");
  };
}
