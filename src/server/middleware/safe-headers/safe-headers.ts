import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/**
 * Headers that every answer carries: no sniffing of types, no framing by other sites, no address of ours (which may
 * hold a code) in another site's logs. A page that tells nobody its address, not even ourselves, keeps its own word.
 */
export function safeHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    referrerPolicy: false,
    xFrameOptions: "SAMEORIGIN",
    xContentTypeOptions: "nosniff",
    // Set by the proxy that ends TLS: over plain http a browser ignores it.
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  return async (c, next) => {
    await secure(c, next);
    if (!c.res.headers.has("referrer-policy")) c.res.headers.set("referrer-policy", "same-origin");
  };
}
