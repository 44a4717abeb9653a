import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Logger } from "pino";
import { readAccessSeal } from "#src/access/organiser.ts";
import { readOverview } from "#src/entries/overview.ts";
import { organiserOf } from "./organiser.ts";
import { createOverviewFeeds } from "./overview-feeds.ts";
import { problem } from "./problem.ts";
import type { AddressOf, Site } from "./site.ts";

const PRIVATE = { "cache-control": "no-store" };
/** As an answer's headers, also for proxies that would collect events until they have a page full. */
const LIVE = { ...PRIVATE, "content-type": "text/event-stream", "x-accel-buffering": "no" };

/** How long a browser waits before it comes again after a break, and whoever found no place. */
const COME_AGAIN_MS = 3000;
const FULL_RETRY_AFTER = { "retry-after": "30" };

/** A raffle's entries in numbers, for its organiser: once, or again whenever they change. */
export function overviewApi(site: Site, log: Logger, addressOf: AddressOf): Hono {
  const app = new Hono();
  const feeds = createOverviewFeeds(site, log);

  app.get("/:idOrCode/overview", async (c) => {
    const scope = await organiserOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const overview = await readOverview(site.db, scope.value, site.config.timeZone);
    return overview ? c.json(overview, 200, PRIVATE) : problem({ reason: "raffle-not-found" });
  });

  app.get("/:idOrCode/overview/events", async (c) => {
    // Before the proof: an access code that is renewed between the two then ends the stream.
    const seal = await readAccessSeal(site.db, c.req.param("idOrCode"));
    const scope = await organiserOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    if (seal === null) return problem({ reason: "raffle-not-found" });
    // Its body would never be read, and so never end.
    if (c.req.method === "HEAD") return c.body(null, 200, LIVE);
    const watched = feeds.watch(scope.value, seal);
    if (!watched.ok) return problem(watched.refusal, FULL_RETRY_AFTER);
    const { news, stop } = watched.value;
    const response = streamSSE(c, async (stream) => {
      stream.onAbort(stop);
      try {
        await stream.write(`retry: ${COME_AGAIN_MS}\n\n`);
        for await (const one of news()) {
          if (one.kind === "quiet") await stream.write(":\n\n");
          else if (one.kind === "ended") await stream.writeSSE({ event: "ended", data: "" });
          else await stream.writeSSE({ event: "overview", data: one.json });
        }
      } catch (err) {
        log.error({ err }, "an overview could not be told");
      } finally {
        stop();
      }
    });
    for (const [name, value] of Object.entries(LIVE)) response.headers.set(name, value);
    return response;
  });

  return app;
}
