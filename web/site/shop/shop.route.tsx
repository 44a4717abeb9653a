import { data, redirectDocument } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleCards } from "../../page/views/raffle-cards.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { Route } from "./+types/shop.route.ts";
import { pastDrawViews } from "./past-draw-views.ts";
import { ShopPage } from "./shop-page.tsx";

export const handle: PageHandle = { cached: { shows: "raffles", pages: true, ofOne: true } };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const address = params.shop.toLowerCase();
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const shop = await site.shops.read(address, page, site.clock());
  const oldest = shop && (await findRaffle(site.db, shop.oldest));
  const view = oldest && raffleView(oldest, site, language).shop;
  if (!view) throw data({ message: translate(language, { key: "shopNotFound" }) }, { status: 404 });
  if (address !== params.shop) throw redirectDocument(`/shop/${address}`);
  return {
    shop: { name: view.name, style: view.style, logo: view.logo },
    open: await raffleCards(shop.open, site, language),
    record: shop.record,
    draws: await pastDrawViews(shop.closed.raffles, site),
    words: shop.words,
    page,
    more: shop.closed.more,
    meta: {
      path: "shop",
      subject: view.name,
      canonicalPath: `/shop/${address}${page === 1 ? "" : `?page=${page}`}`,
      image: bannerAddress(oldest, "png"),
      description: translate(language, { key: "raffles:shopPage.description", params: { shop: view.name } }),
    },
  };
}

export default ShopPage;
