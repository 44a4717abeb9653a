import type { MiddlewareHandler } from "hono";
import type { Notifications } from "#src/db/notifications.ts";

/** Entries change no raffle page, so they do not wait. */
const ENTRIES = /^\/(api\/raffles\/[^/]+\/entries|raffle-entry\/.*)$/;

/**
 * Read-your-writes: holds the response to a change until our own NOTIFY has dropped the cached pages. So the client
 * that made the change sees it on its next request.
 */
export function readYourWrites(notifications: Notifications): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    if (method === "GET" || method === "HEAD" || c.res.status >= 400 || ENTRIES.test(path)) return;
    await notifications.waitUntilNotified();
  };
}
