import { Hono } from "hono";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { logOrigin, logVkey } from "#src/draws/log/names.ts";
import { PROTOCOL } from "#src/draws/protocol/plan.ts";
import type { Site } from "#src/http/site.ts";
import { readHead } from "#src/tlog/read.ts";

/**
 * /.well-known/tambiolo.json: the key with which this site signs locks, where all of them are listed, and the key and
 * files of its log.
 */
export function siteKeyFile({ db, secret, config }: Pick<Site, "db" | "secret" | "config">): Hono {
  const app = new Hono();
  app.get("/tambiolo.json", async (c) => {
    const origin = (await readHead(db))?.origin ?? logOrigin(config.origin);
    const log = { key: logVkey(secret, origin), files: "/log" };
    return c.json({ protocol: PROTOCOL, siteKey: siteKeyPair(secret).siteKey, locks: "/api/locks", log }, 200, {
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
    });
  });
  return app;
}
