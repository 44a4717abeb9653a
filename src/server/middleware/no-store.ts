import type { MiddlewareHandler } from "hono";

/**
 * Sets `Cache-Control: no-store` on every response that has no Cache-Control. Otherwise a forgotten header would leave
 * a code, or the name of the signed-in user, in the cache of a browser or proxy.
 */
export function noStore(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  };
}
