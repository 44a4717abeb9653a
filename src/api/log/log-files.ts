import { Hono } from "hono";
import { compress } from "hono/compress";
import type { Site } from "#src/http/site.ts";
import { bundleOf } from "#src/tlog/format/bundle.ts";
import { readPath } from "#src/tlog/format/paths.ts";
import { readCosigned, readHead, readLogFile } from "#src/tlog/read.ts";

/** Anybody may read the log from anywhere: monitors run in other sites' pages too. */
const PUBLIC = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
/** What a file has once been, it stays. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** The files of the site's log (c2sp.org/tlog-tiles), to be mounted at /log: `checkpoint`, `tile/…`. */
export function logFiles(site: Pick<Site, "db">): Hono {
  const app = new Hono();
  app.use(compress());

  app.get("/checkpoint", async (c) => {
    const head = await readHead(site.db);
    if (!head) return c.text("This log is empty: nobody has entered a raffle here yet.\n", 404, PUBLIC);
    const cosigned = await readCosigned(site.db, head.size - 1);
    return c.text(cosigned?.size === head.size ? cosigned.checkpoint : head.checkpoint, 200, {
      ...PUBLIC,
      "cache-control": "public, max-age=2",
    });
  });

  app.get("/tile/:path{.+}", async (c) => {
    const path = readPath(c.req.param("path"));
    const file = path.ok ? await readLogFile(site.db, path.value) : null;
    if (!file) return c.text("The log has no such file. Its newest size is in /log/checkpoint.\n", 404, PUBLIC);
    const bytes = file instanceof Uint8Array ? file : bundleOf(file);
    return c.body(new Uint8Array(bytes), 200, {
      ...PUBLIC,
      "content-type": "application/octet-stream",
      "cache-control": FOR_EVER,
    });
  });

  return app;
}
