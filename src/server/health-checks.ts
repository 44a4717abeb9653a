import { Hono } from "hono";
import { sql } from "kysely";
import type { Site } from "#src/http/site.ts";

/**
 * /healthz: the process answers. /readyz: 200 if a proxy may send visitors here. Then the process is not stopping, and
 * reaches a database that takes writes and has room for them; otherwise 503.
 */
export function healthChecks({ db, presence, stopping }: Pick<Site, "db" | "presence" | "stopping">): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    if (stopping.aborted) return c.json({ status: "stopping" }, 503);
    if (presence.isFull()) return c.json({ status: "full" }, 503);
    try {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
      if (rows[0]?.standby === false) return c.json({ status: "ok" });
    } catch {
      // The answer is the same 503: proxies need no reason.
    }
    return c.json({ status: "unavailable" }, 503);
  });
  return app;
}
