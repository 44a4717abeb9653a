import { Hono } from "hono";
import { witnessSigner } from "#src/draws/log/names.ts";
import type { Site } from "#src/http/site.ts";
import { databaseWitnessStore, findWitnessed, keyOfFollowedLog } from "#src/tlog/witness/stored-logs.ts";
import { addCheckpoint } from "#src/tlog/witness/witness.ts";

/** This site as a witness of other sites' logs (c2sp.org/tlog-witness), to be mounted at /witness. */
export function witnessApi(site: Pick<Site, "db" | "secret" | "clock" | "config">): Hono {
  const app = new Hono();
  const store = databaseWitnessStore(site.db, site.clock);
  const signer = witnessSigner(site.secret, site.config.origin);
  const options = { store, signer, clock: site.clock, keyOf: (origin: string) => keyOfFollowedLog(site.db, origin) };

  app.post("/add-checkpoint", async (c) => {
    const { status, body, type = "text/plain; charset=utf-8" } = await addCheckpoint(options, await c.req.text());
    return new Response(body, { status, headers: { "content-type": type } });
  });

  app.get("/:hash{[0-9a-f]{64}}/checkpoint", async (c) => {
    const checkpoint = await findWitnessed(site.db, c.req.param("hash"));
    return checkpoint ? c.text(checkpoint) : c.text("This witness never cosigned a checkpoint of that log.\n", 404);
  });

  return app;
}
