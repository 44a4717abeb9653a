import { Hono } from "hono";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import type { Drawing } from "#src/raffles/pictures/picture-task.ts";
import { readSocialPicture } from "#src/raffles/pictures/social-picture.ts";
import { answerDrawings, askedPicture } from "./drawings.ts";

/** Some twenty drawings with an organiser's banner on them, or more with banderitas. */
const MAX_BYTES = 4 * 1024 * 1024;

/** As long as browsers keep the picture, in ms. */
const LAID_OUT_MS = 30_000;

/**
 * A raffle for the feeds of social networks: /social/{codeId}.png, in the language of `?lang`. Who asks again is
 * answered from memory: any stranger may, and reading and laying out take milliseconds.
 */
export function socialPictureApi(
  { db, clock, raffles, config, pictures }: Pick<Site, "db" | "clock" | "raffles" | "config" | "pictures">,
  addressOf: AddressOf,
): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures }, addressOf);
  const deps = { db, clock, origin: config.origin, timeZone: config.timeZone };
  const laidOut = createSingleFlightCache<Drawing | null>(MAX_BYTES);
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    if (!asked) return next();
    const raffle = await raffles.find(asked.codeId);
    if (!raffle) return answer(c, null);
    // Each edit has a version of its own, a new banner too; closing has none.
    const key = JSON.stringify([raffle.codeId, raffle.version, raffle.open, asked.language]);
    const drawing = await laidOut.get(key, async () => {
      const value = await readSocialPicture(deps, raffle, asked.language);
      return { value, bytes: bytesOf(value), until: value ? performance.now() + LAID_OUT_MS : 0 };
    });
    return answer(c, drawing);
  });
  return app;
}

function bytesOf(drawing: Drawing | null): number {
  if (!drawing) return 1;
  return drawing.pictures.reduce((sum, { bytes }) => sum + bytes.byteLength, drawing.svg.length * 2);
}
