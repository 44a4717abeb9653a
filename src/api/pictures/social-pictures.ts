import { Hono } from "hono";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { Drawing } from "#src/raffles/pictures/picture-task.ts";
import { readShareCard } from "#src/raffles/pictures/share-card.ts";
import { readSocialPicture } from "#src/raffles/pictures/social-picture.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { answerDrawings, askedPicture } from "./drawings.ts";

/** Some twenty drawings with an organiser's banner on them, or more with banderitas. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A messenger asks for the links of many people. With its banners a network leaves room in the queue for others. */
const CARDS_AT_ONCE = 8;

/** As long as browsers keep the picture, in ms. */
const LAID_OUT_MS = 30_000;

type Deps = Pick<Site, "db" | "clock" | "raffles" | "config" | "pictures">;

type Lay = (
  deps: Pick<Site, "db" | "clock"> & { readonly origin: string; readonly timeZone: string },
  raffle: PublicRaffle,
  language: Language,
) => Promise<Drawing | null>;

/** A raffle for the feeds of social networks: /social/{codeId}.png, in the language of `?lang`. */
export function socialPictureApi(deps: Deps, addressOf: AddressOf): Hono {
  return raffleDrawings(deps, addressOf, readSocialPicture);
}

/** A raffle as the picture of a link to it: /share-card/{codeId}.png, in the language of `?lang`. */
export function shareCardApi(deps: Deps, addressOf: AddressOf): Hono {
  return raffleDrawings(deps, addressOf, readShareCard, CARDS_AT_ONCE);
}

/**
 * Serves a picture of each raffle. Who asks again is answered from memory: any stranger may, and reading and laying out
 * take milliseconds.
 */
function raffleDrawings(
  { db, clock, raffles, config, pictures }: Deps,
  addressOf: AddressOf,
  lay: Lay,
  mostAtOnce?: number,
): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures }, addressOf, mostAtOnce);
  const deps = { db, clock, origin: config.origin, timeZone: config.timeZone };
  const laidOut = createSingleFlightCache<Drawing | null>(MAX_BYTES);
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    if (!asked) return next();
    const raffle = await raffles.find(asked.codeId);
    if (!raffle) return answer(c, null);
    // Each edit has a version of its own, a new banner too; closing and the draw have none.
    const key = JSON.stringify([raffle.codeId, raffle.version, raffle.open, raffle.drawnAt, asked.language]);
    const drawing = await laidOut.get(key, async () => {
      const value = await lay(deps, raffle, asked.language);
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
