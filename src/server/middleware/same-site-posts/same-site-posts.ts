import type { MiddlewareHandler } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { problem } from "#src/api/problem.ts";

/**
 * Refuses forms that another site's page sends. JSON cannot be sent across sites without asking first, so it passes;
 * so does what is no browser's: every browser of the last years says where a form comes from.
 */
export function sameSitePosts(origin: string): MiddlewareHandler {
  // The site may be reached under several names (localhost, an address in the shop's network).
  const isOurs = (sent: string, url: string) => sent === origin || sent === new URL(url).origin;
  const check = csrf({ origin: (sent, c) => isOurs(sent, c.req.url), secFetchSite: "same-origin" });
  return async (c, next) => {
    const told = c.req.header("origin") ?? c.req.header("sec-fetch-site");
    const page = told === undefined ? c.req.header("referer") : undefined;
    if (told === undefined && (page === undefined || isOurs(originOf(page), c.req.url))) return next();
    try {
      return await check(c, next);
    } catch (error) {
      if (error instanceof HTTPException && error.status === 403) return problem({ reason: "cross-site" });
      throw error;
    }
  };
}

function originOf(page: string): string {
  return URL.canParse(page) ? new URL(page).origin : "";
}
