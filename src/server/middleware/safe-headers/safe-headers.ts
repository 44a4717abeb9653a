import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/**
 * Headers that every answer carries: no sniffing of types, no framing by other sites, no address of ours (which may
 * hold a code) in another site's logs.
 */
export function safeHeaders(): MiddlewareHandler {
  return secureHeaders({
    referrerPolicy: "same-origin",
    xFrameOptions: "SAMEORIGIN",
    xContentTypeOptions: "nosniff",
    // Set by the proxy that ends TLS: over plain http a browser ignores it.
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}
