import type { RouterContextProvider } from "react-router";
import { data } from "react-router";
import { renderSVG } from "uqr";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";

type PosterPage = {
  readonly params: { readonly raffleCode: string };
  readonly context: Readonly<RouterContextProvider>;
};

/** Loads what is printed of a raffle: itself, its link, and the code to scan. */
export async function loadPoster(
  { params, context }: PosterPage,
  page: { readonly path: "poster" | "table-tent"; readonly description: TextKey },
) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleCode);
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const { origin } = site.config;
  const link = new URL(`/raffle/${raffle.codeId}`, origin).href;
  return {
    raffle: raffleView(raffle, site, language),
    link,
    qrCode: renderSVG(link, { border: 2 }),
    meta: {
      path: page.path,
      image: bannerAddress(raffle, "png"),
      description: translate(language, { key: page.description, params: { name: raffle.name } }),
      ...partOfRaffle(raffle),
    },
  };
}
