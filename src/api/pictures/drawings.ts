import { hash } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import { retryAfter, statusOf } from "#src/http/refusals.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { UNLISTED } from "#src/http/unlisted.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { Drawing } from "#src/raffles/pictures/picture-task.ts";
import { createNetworkDrawings } from "#src/raffles/pictures/turns/network-drawings.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";

/** What a drawing is made of beside its raffle. */
type DrawingDeps = Pick<Site, "db"> & { readonly origin: string; readonly timeZone: string };

/** Some hundred pictures of 40 KB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** How many pictures one network may have drawn at once, usually. The queue is for everybody. */
const MAX_AT_ONCE = 2;

/** The file of a raffle's picture: its code. */
const FILE = /^([A-Z0-9]{8})\.png$/;

/** The raffle's code and the language of `?lang` that a request for a picture names; null for any other file. */
export function askedPicture(c: Context): { readonly codeId: string; readonly language: Language } | null {
  const [, codeId] = FILE.exec(c.req.param("file") ?? "") ?? [];
  return codeId ? { codeId, language: LANGUAGES.find((one) => one === c.req.query("lang")) ?? "en" } : null;
}

/**
 * Answers drawings as PNG, each drawn once; another text is another picture. Browsers keep one for as long as erased
 * names may be shown. Null is a 404. Refuses a network that has `mostAtOnce` being drawn (`pictures-busy`).
 */
export function answerDrawings({ pictures }: Pick<Site, "pictures">, addressOf: AddressOf, mostAtOnce = MAX_AT_ONCE) {
  const drawn = createSingleFlightCache<Outcome<Uint8Array, Refusal<"pictures-busy">>>(MAX_BYTES);
  const drawFor = createNetworkDrawings(pictures, mostAtOnce);

  return async (c: Context, drawing: Drawing | null): Promise<Response> => {
    if (!drawing) return c.body(null, 404, { "cache-control": "no-store" });
    const marks = drawing.pictures.map(({ mark }) => mark);
    const mark = hash("sha256", [drawing.svg, ...marks].join(), "base64url").slice(0, 16);
    const headers = { etag: `"${mark}"`, "cache-control": "public, max-age=30", ...UNLISTED };
    if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
    const picture = await drawn.get(mark, async () => {
      const value = await drawFor(widestNetworkOf(addressOf(c)), drawing, "png");
      const cached = value.ok
        ? { bytes: value.value.byteLength, until: Number.POSITIVE_INFINITY }
        : { bytes: 1, until: 0 };
      return { value, ...cached };
    });
    if (!picture.ok) {
      return c.body(null, statusOf(picture.refusal), { ...retryAfter(picture.refusal), "cache-control": "no-store" });
    }
    return c.body(new Uint8Array(picture.value), 200, { ...headers, "content-type": "image/png" });
  };
}

/**
 * Serves a drawing of each raffle: /{codeId}.png, in the language of `?lang`.
 *
 * @param draw lays it out at each request; null where there is none
 */
export function drawingApi(
  { db, config, pictures }: Pick<Site, "db" | "config" | "pictures">,
  addressOf: AddressOf,
  draw: (deps: DrawingDeps, codeId: string, language: Language) => Promise<Drawing | null>,
): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures }, addressOf);
  const deps = { db, origin: config.origin, timeZone: config.timeZone };
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    return asked ? answer(c, await draw(deps, asked.codeId, asked.language)) : next();
  });
  return app;
}
