import { Hono } from "hono";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { logOrigin, logVkey, witnessVkey } from "#src/draws/log/names.ts";
import { SITE_PROTOCOL } from "#src/draws/plan/plan.ts";
import type { Site } from "#src/http/site.ts";
import { readHead } from "#src/tlog/read.ts";

/**
 * /.well-known/tambiolo.json: the key with which this site signs locks, where all of them are listed, and the key and
 * files of its log. Other sites learn there with which key this one cosigns their logs.
 */
export function siteKeyFile({ db, secret, config }: Pick<Site, "db" | "secret" | "config">): Hono {
  const app = new Hono();
  app.get("/tambiolo.json", async (c) => {
    const origin = (await readHead(db))?.origin ?? logOrigin(config.origin);
    const log = { key: logVkey(secret, origin), files: "/log" };
    const witness = { key: witnessVkey(secret, config.origin), submit: "/witness" };
    return c.json(
      { protocol: SITE_PROTOCOL, siteKey: siteKeyPair(secret).siteKey, locks: "/api/locks", log, witness },
      200,
      {
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
      },
    );
  });
  return app;
}
