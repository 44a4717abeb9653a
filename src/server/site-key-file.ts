import { Hono } from "hono";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { PROTOCOL } from "#src/draws/protocol/plan.ts";

/** /.well-known/tambiolo.json: the key with which this site signs locks, and where all of them are listed. */
export function siteKeyFile(secret: Uint8Array): Hono {
  const app = new Hono();
  app.get("/tambiolo.json", (c) =>
    c.json({ protocol: PROTOCOL, siteKey: siteKeyPair(secret).siteKey, locks: "/api/locks" }, 200, {
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
    }),
  );
  return app;
}
