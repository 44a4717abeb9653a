import { Hono } from "hono";
import { sql } from "kysely";
import type { Database } from "#src/db/connect.ts";

/**
 * /healthz: the process answers. /readyz: it can also reach the database and is not about to stop, so a proxy may send
 * visitors here.
 */
export function healthChecks(db: Database, stopping: AbortSignal): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    if (stopping.aborted) return c.json({ status: "stopping" }, 503);
    try {
      await sql`select 1`.execute(db);
      return c.json({ status: "ok" });
    } catch {
      return c.json({ status: "unavailable" }, 503);
    }
  });
  return app;
}
