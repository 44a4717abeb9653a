import { Hono } from "hono";
import type { Logger } from "pino";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { LIVE_HEADERS } from "../live/watcher.ts";
import { described } from "../openapi/described.ts";
import { drawOperations } from "../openapi/draw-operations.ts";
import { createShowFeeds } from "./show-feeds.ts";

/** After `too-many-viewers`, in seconds. */
const FULL_RETRY_AFTER = { "retry-after": "15" };

/** What the audience of a draw sees: once, or as a stream of changes. Public. */
export function showApi(site: Site, log: Logger, addressOf: AddressOf): Hono {
  const app = new Hono();
  const feeds = createShowFeeds(site, log);

  app.get("/:idOrCode/show", described(drawOperations.show), async (c) => {
    const json = await site.shows.find(c.req.param("idOrCode"));
    if (json === null) return problem({ reason: "raffle-not-found" });
    return c.body(json, 200, { "cache-control": "no-store", "content-type": "application/json" });
  });

  app.get("/:idOrCode/show/events", described(drawOperations.showEvents), async (c) => {
    // Nobody reads the body of a HEAD response, so the stream would never end.
    if (c.req.method === "HEAD") return c.body(null, 200, LIVE_HEADERS);
    const watched = await feeds.watch(c.req.param("idOrCode"), addressOf(c));
    if (watched.ok) return c.body(watched.value, 200, LIVE_HEADERS);
    return problem(watched.refusal, watched.refusal.reason === "too-many-viewers" ? FULL_RETRY_AFTER : {});
  });

  return app;
}
