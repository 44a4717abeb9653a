import type { Hono } from "hono";
import { readResultCard, resultCardSvg } from "#src/draws/result-card.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { drawingApi } from "../pictures/drawings.ts";

/** The picture of a drawn raffle's result: /result-card/{codeId}.png, in the language of `?lang`. */
export function resultCardApi(site: Pick<Site, "db" | "config" | "pictures">, addressOf: AddressOf): Hono {
  return drawingApi(site, addressOf, async (deps, codeId, language) => {
    const card = await readResultCard(deps, codeId, language);
    return card && { svg: resultCardSvg(card), pictures: card.logo ? [card.logo] : [] };
  });
}
