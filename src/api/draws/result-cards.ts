import { hash } from "node:crypto";
import { Hono } from "hono";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import { readResultCard, resultCardSvg } from "#src/draws/result-card.ts";
import { retryAfter, statusOf } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import { UNLISTED } from "#src/http/unlisted.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";

const FILE = /^([A-Z0-9]{8})\.png$/;

/** Some hundred pictures of 40 KB. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The picture of a drawn raffle's result: /result-card/{codeId}.png, in the language of `?lang`. What it says is read for
 * each request, and drawn once: a replacement or an erased name is a new picture. Browsers keep it for as long as erased
 * names may be shown.
 */
export function resultCardApi({ db, config, pictures }: Pick<Site, "db" | "config" | "pictures">): Hono {
  const app = new Hono();
  const drawn = createSingleFlightCache<Outcome<Uint8Array, Refusal<"pictures-busy">>>(MAX_BYTES);
  app.get("/:file", async (c, next) => {
    const [, codeId] = FILE.exec(c.req.param("file")) ?? [];
    if (!codeId) return next();
    const language = LANGUAGES.find((one) => one === c.req.query("lang")) ?? "en";
    const card = await readResultCard({ db, origin: config.origin, timeZone: config.timeZone }, codeId, language);
    if (!card) return c.body(null, 404, { "cache-control": "no-store" });
    const svg = resultCardSvg(card);
    const mark = hash("sha256", svg + (card.logo?.mark ?? ""), "base64url").slice(0, 16);
    const headers = { etag: `"${mark}"`, "cache-control": "public, max-age=30", ...UNLISTED };
    if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
    const picture = await drawn.get(mark, async () => {
      const value = await pictures.drawSvg(svg, card.logo);
      const kept = value.ok
        ? { bytes: value.value.byteLength, until: Number.POSITIVE_INFINITY }
        : { bytes: 1, until: 0 };
      return { value, ...kept };
    });
    if (!picture.ok) {
      return c.body(null, statusOf(picture.refusal), { ...retryAfter(picture.refusal), "cache-control": "no-store" });
    }
    return c.body(new Uint8Array(picture.value), 200, { ...headers, "content-type": "image/png" });
  });
  return app;
}
