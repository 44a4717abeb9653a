import { data } from "react-router";
import { renderSVG } from "uqr";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { shareCardAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { siteLoader } from "../../requests/screens.ts";

/** Loads what is printed of a raffle: itself, its link, and the code to scan. */
export function posterLoader(key: TextKey) {
  return siteLoader(key, async ({ params, site, language, meta }) => {
    const raffle = await findRaffle(site.db, params.raffleCode ?? "");
    if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
    const link = new URL(`/raffle/${raffle.codeId}`, site.config.origin).href;
    const description = translate(language, { key, params: { name: raffle.name } });
    return {
      raffle: raffleView(raffle, site, language),
      link,
      qrCode: renderSVG(link, { border: 2 }),
      meta: { ...meta, image: shareCardAddress(raffle, language), description, ...partOfRaffle(raffle) },
    };
  });
}
