import { Hono } from "hono";
import { witnessSigner } from "#src/draws/log/names.ts";
import type { Site } from "#src/http/site.ts";
import { databaseWitnessStore, findWitnessed, keyOfFollowedLog } from "#src/tlog/witness/stored-logs.ts";
import { addCheckpoint, type WitnessOptions } from "#src/tlog/witness/witness.ts";

/** This site as a witness of other sites' logs (c2sp.org/tlog-witness), to be mounted at /witness. */
export function witnessApi(site: Pick<Site, "db" | "secret" | "clock" | "config">): Hono {
  const options = {
    store: databaseWitnessStore(site.db, site.clock),
    signer: witnessSigner(site.secret, site.config.origin),
    keyOf: (origin: string) => keyOfFollowedLog(site.db, origin),
    clock: site.clock,
  };
  return witnessRoutes(options, (originHash) => findWitnessed(site.db, originHash));
}

/**
 * The routes of a witness, with a site or without one.
 *
 * @param newestOf finds the newest checkpoint that it cosigned of a log, by the SHA-256 of the log's origin in hex
 */
export function witnessRoutes(options: WitnessOptions, newestOf: (originHash: string) => Promise<string | null>): Hono {
  const app = new Hono();

  app.post("/add-checkpoint", async (c) => {
    const { status, body, type = "text/plain; charset=utf-8" } = await addCheckpoint(options, await c.req.text());
    return new Response(body, { status, headers: { "content-type": type } });
  });

  app.get("/:hash{[0-9a-f]{64}}/checkpoint", async (c) => {
    const checkpoint = await newestOf(c.req.param("hash"));
    return checkpoint ? c.text(checkpoint) : c.text("This witness never cosigned a checkpoint of that log.\n", 404);
  });

  return app;
}
