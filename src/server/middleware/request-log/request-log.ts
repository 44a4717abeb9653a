import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";

/**
 * One line a request. Addresses of pages hold entry codes and access codes, so only the first part of the path is
 * logged, never the rest nor the query.
 */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const path = firstPart(c.req.path);
    const milliseconds = Math.round(performance.now() - began);
    log.debug({ method: c.req.method, path, route: routePath(c, -1), status: c.res.status, milliseconds }, "request");
  };
}

function firstPart(path: string): string {
  const [, first = "", more] = path.split("/");
  // Codes have capitals, our own addresses have none: somebody may type a code where a page's name belongs.
  const name = /^([a-z][a-z._-]*)?$/.test(first) ? first : "…";
  return more === undefined ? `/${name}` : `/${name}/…`;
}
