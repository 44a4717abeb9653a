import { Hono } from "hono";
import type { Logger } from "pino";
import { readAccessSeal } from "#src/access/stream-rights.ts";
import { readOverview } from "#src/entries/stats/overview.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { networkOf } from "#src/rate-limits/network.ts";
import { NO_STORE } from "../headers/no-store.ts";
import { LIVE_HEADERS } from "../live/watcher.ts";
import { described } from "../openapi/described.ts";
import { overviewOperations } from "../openapi/overview-operations.ts";
import { organiserOf } from "../organiser.ts";
import { createOverviewFeeds } from "./overview-feeds.ts";

/** After `too-many-watchers`, in seconds. */
const FULL_RETRY_AFTER = { "retry-after": "30" };

/** Statistics of a raffle's entries for its organiser: once, or as a stream of changes. */
export function overviewApi(site: Site, log: Logger, addressOf: AddressOf): Hono {
  const app = new Hono();
  const feeds = createOverviewFeeds(site, log);

  app.get("/:idOrCode/overview", described(overviewOperations.find), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "read-entries");
    if (!scope.ok) return problem(scope.refusal);
    const overview = await readOverview(site.db, scope.value, site.config.timeZone);
    return overview ? c.json(overview, 200, NO_STORE) : problem({ reason: "raffle-not-found" });
  });

  app.get("/:idOrCode/overview/events", described(overviewOperations.events), async (c) => {
    // Read before the proof: if the access code is renewed between the two, the seal differs and the stream ends.
    const seal = await readAccessSeal(site.db, c.req.param("idOrCode"));
    const scope = await organiserOf(site, c, addressOf(c), "read-entries");
    if (!scope.ok) return problem(scope.refusal);
    if (seal === null) return problem({ reason: "raffle-not-found" });
    // Nobody reads the body of a HEAD response, so the stream would never end.
    if (c.req.method === "HEAD") return c.body(null, 200, LIVE_HEADERS);
    const watched = feeds.watch(scope.value, seal, networkOf(addressOf(c)));
    return watched.ok ? c.body(watched.value, 200, LIVE_HEADERS) : problem(watched.refusal, FULL_RETRY_AFTER);
  });

  return app;
}
