import type { MiddlewareHandler } from "hono";
import type { Notifications } from "#src/db/notifications.ts";

/** What a crowd sends changes no raffle, and waits for nothing here. */
const ENTRIES = /^\/(api\/raffles\/[^/]+\/entries|raffle-entry\/.*)$/;

/**
 * Answers a change once this site has heard of it: whoever made it and looks at the raffle next sees it, and not what was
 * kept in memory a moment ago.
 */
export function ownChanges(notifications: Notifications): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    if (method === "GET" || method === "HEAD" || c.res.status >= 400 || ENTRIES.test(path)) return;
    await notifications.caughtUp();
  };
}
