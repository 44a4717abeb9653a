import { Hono } from "hono";
import { SHARED } from "#src/http/shared-file.ts";
import type { Site } from "#src/http/site.ts";
import { oEmbedXml, raffleOEmbed } from "#src/raffles/embed/oembed.ts";

/** As long as the answer says. */
const HEADERS = { ...SHARED, "cache-control": "public, max-age=3600" };

/**
 * What a page shows for a pasted link to a raffle: GET /oembed?url=…&format=json|xml (https://oembed.com). Answers 404
 * for other addresses, and 501 for other formats, as that specification asks.
 */
export function oEmbedApi({ db, config }: Pick<Site, "db" | "config">): Hono {
  const app = new Hono();
  const { origin, productName } = config;
  app.get("/", async (c) => {
    const { url = "", format = "json", maxwidth, maxheight } = c.req.query();
    if (format !== "json" && format !== "xml") return c.body(null, 501);
    const asked = { url, maxWidth: pixels(maxwidth), maxHeight: pixels(maxheight) };
    const answer = await raffleOEmbed({ reader: db, origin, productName }, asked);
    if (!answer) return c.body(null, 404);
    if (format === "json") return c.json(answer, 200, HEADERS);
    return c.body(oEmbedXml(answer), 200, { ...HEADERS, "content-type": "text/xml; charset=utf-8" });
  });
  return app;
}

function pixels(asked: string | undefined): number | null {
  return asked !== undefined && /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : null;
}
