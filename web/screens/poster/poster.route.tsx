import { data } from "react-router";
import { renderSVG } from "uqr";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { Route } from "./+types/poster.route.ts";
import { Poster } from "./poster.tsx";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleCode);
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const { productName, origin } = site.config;
  const link = new URL(`/raffle/${raffle.codeId}`, origin).href;
  return {
    raffle: raffleView(raffle, site, language),
    link,
    qrCode: renderSVG(link, { border: 2 }),
    meta: {
      path: "poster",
      subject: raffle.name,
      productName,
      origin,
      canonicalPath: `/raffle/${raffle.codeId}`,
      image: bannerAddress(raffle, "png"),
      description: translate(language, { key: "desk:poster.description", params: { name: raffle.name } }),
      listed: false,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  return <Poster raffle={loaderData.raffle} link={loaderData.link} qrCode={loaderData.qrCode} />;
}
