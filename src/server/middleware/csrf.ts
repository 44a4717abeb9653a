import type { MiddlewareHandler } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { problem } from "#src/http/problem.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";

/**
 * Refuses forms that another site's page sends, with 403 and the reason cross-site. JSON passes: a cross-site page
 * needs a CORS preflight for it. Requests without Origin, Sec-Fetch-Site and Referer pass too, since recent browsers
 * always send one with a form.
 *
 * @param note counts the refusals
 */
export function sameSitePosts(origin: string, note: NoteLimit): MiddlewareHandler {
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
      if (!(error instanceof HTTPException) || error.status !== 403) throw error;
      note("crossSitePost", "refused");
      return problem({ reason: "cross-site" });
    }
  };
}

function originOf(page: string): string {
  return URL.canParse(page) ? new URL(page).origin : "";
}
