import { Hono } from "hono";
import { readResultCard, resultCardSvg } from "#src/draws/result-card.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { answerDrawings, askedPicture } from "../pictures/drawings.ts";

/** The picture of a drawn raffle's result: /result-card/{codeId}.png, in the language of `?lang`. */
export function resultCardApi(
  { db, config, pictures }: Pick<Site, "db" | "config" | "pictures">,
  addressOf: AddressOf,
): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures }, addressOf);
  const deps = { db, origin: config.origin, timeZone: config.timeZone };
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    if (!asked) return next();
    const card = await readResultCard(deps, asked.codeId, asked.language);
    return answer(c, card && { svg: resultCardSvg(card), pictures: card.logo ? [card.logo] : [] });
  });
  return app;
}
