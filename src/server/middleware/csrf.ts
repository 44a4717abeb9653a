import type { Context, MiddlewareHandler } from "hono";
import { problem } from "#src/http/problem.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a page of any site can send without asking first. */
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain|text\/ping)\b/i;

/**
 * Refuses what another site's page sends, with 403 and the reason cross-site: forms, whatever a page of ours would
 * take, and whatever comes with cookies, since these lend somebody's authority. Calls of the API without cookies pass:
 * they bring their authority along. Requests without Origin, Sec-Fetch-Site and Referer pass too, since recent browsers
 * always send one.
 *
 * @param note counts the refusals
 */
export function sameSitePosts(origin: string, note: NoteLimit): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE.has(c.req.method) || !lendsAuthority(c) || isOurPage(c, origin)) return next();
    note("crossSitePost", "refused");
    return problem({ reason: "cross-site" });
  };
}

function lendsAuthority(c: Context): boolean {
  if (c.req.header("cookie") !== undefined || !c.req.path.startsWith("/api/")) return true;
  return FORM_TYPES.test(c.req.header("content-type") ?? "");
}

function isOurPage(c: Context, origin: string): boolean {
  const sent = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (sent !== undefined) return isOurs(sent, c.req.url, origin, site);
  if (site !== undefined) return site === "same-origin";
  const page = c.req.header("referer");
  return page === undefined || isOurs(originOf(page), c.req.url, origin, site);
}

/** The site may be reached under several names (localhost, an address in the shop's network), also behind https. */
function isOurs(sent: string, url: string, origin: string, site: string | undefined): boolean {
  const here = new URL(url);
  if (sent === origin || sent === here.origin) return true;
  return site === "same-origin" && URL.canParse(sent) && new URL(sent).host === here.host;
}

function originOf(page: string): string {
  return URL.canParse(page) ? new URL(page).origin : "";
}
