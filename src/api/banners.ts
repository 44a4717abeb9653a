import { Hono } from "hono";
import { readBanner } from "#src/raffles/banner.ts";
import type { Site } from "./site.ts";

const FILE = /^([A-Z0-9]{8})\.(png|webp)$/;

/** A raffle's banner: /banner/{codeId}.png and .webp. What is not a raffle's falls through to the static files. */
export function bannerApi(site: Site): Hono {
  const app = new Hono();
  app.get("/:file", async (c, next) => {
    const [, codeId, format] = FILE.exec(c.req.param("file")) ?? [];
    if (!codeId || (format !== "png" && format !== "webp")) return next();
    const banner = await readBanner(site.db, codeId, format);
    if (!banner) return c.body(null, 404);
    const etag = `"${banner.changedAt.getTime().toString(36)}"`;
    const headers = { etag, "cache-control": "public, max-age=300, stale-while-revalidate=86400" };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(banner.bytes), 200, { ...headers, "content-type": `image/${format}` });
  });
  return app;
}
