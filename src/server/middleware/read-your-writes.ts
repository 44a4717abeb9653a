import type { MiddlewareHandler } from "hono";
import type { Notifications } from "#src/db/notifications.ts";
import { submissionUrl } from "#src/http/submission-url.ts";

/** The entry form without JavaScript. */
const ENTRY_FORM = /^\/raffle-entry\//;

/**
 * Read-your-writes: holds the response to a change until our own NOTIFY has dropped the cached pages. So the client
 * that made the change sees it on its next request.
 */
export function readYourWrites(notifications: Notifications): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    if (method === "GET" || method === "HEAD" || c.res.status >= 400) return;
    // Entries change no raffle page, so they do not wait.
    if (submissionUrl(path) || ENTRY_FORM.test(path)) return;
    await notifications.waitUntilNotified();
  };
}
