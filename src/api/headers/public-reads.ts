import type { MiddlewareHandler } from "hono";

/**
 * What anybody may read, and what holds nobody's data: raffles as their pages show them, locks, the API's description.
 */
const PUBLIC = /^(\/api)?\/(raffles(\/[^/]+)?|locks|openapi\.json)\/?$/;

/**
 * Lets other websites' scripts read what is public (CORS). With `*` browsers send no cookies, and a script reads
 * nothing that it sent any with. Nothing else of the API can be read from elsewhere.
 */
export function publicReads(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!["GET", "HEAD"].includes(c.req.method) || !PUBLIC.test(c.req.path)) return;
    c.header("access-control-allow-origin", "*");
    c.header("access-control-expose-headers", "ETag, Link, Retry-After, X-Request-Id");
  };
}
