import { Hono } from "hono";
import { retryAfter, statusOf } from "#src/http/refusals.ts";
import { SHARED } from "#src/http/shared-file.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { SMALL_BANNER_SIZE } from "#src/raffles/pictures/banner-format.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";

const FILE = new RegExp(`^([A-Z0-9]{8})(?:\\.png|(-${SMALL_BANNER_SIZE.width})?\\.webp)$`);

/**
 * A raffle's banner: /banner/{codeId}.png, .webp and -800.webp. Other names fall through to the static files. On an
 * error the page shows the default banner.
 */
export function bannerApi({ banners }: Pick<Site, "banners">, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.get("/:file", async (c, next) => {
    const [file = "", codeId, small] = FILE.exec(c.req.param("file")) ?? [];
    if (!codeId) return next();
    const format = file.endsWith(".png") ? "png" : "webp";
    const banner = await banners.find({ codeId, format, isSmall: small !== undefined }, widestNetworkOf(addressOf(c)));
    if (!banner.ok) {
      return c.body(null, statusOf(banner.refusal), { ...retryAfter(banner.refusal), "cache-control": "no-store" });
    }
    const { bytes, mark } = banner.value;
    const etag = `"${mark}"`;
    const headers = { ...SHARED, etag, "cache-control": "public, max-age=300, stale-while-revalidate=86400" };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(bytes), 200, { ...headers, "content-type": `image/${format}` });
  });
  return app;
}
