import type { MiddlewareHandler } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { problem } from "#src/api/problem.ts";

/** Refuses forms that another site's page sends. JSON cannot be sent across sites without asking first, so it passes. */
export function sameSitePosts(origin: string): MiddlewareHandler {
  const check = csrf({
    // The site may be reached under several names (localhost, an address in the shop's network).
    origin: (sent, c) => sent === origin || sent === new URL(c.req.url).origin,
    secFetchSite: "same-origin",
  });
  return async (c, next) => {
    try {
      return await check(c, next);
    } catch (error) {
      if (error instanceof HTTPException && error.status === 403) return problem({ reason: "cross-site" });
      throw error;
    }
  };
}
