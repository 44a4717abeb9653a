import { data } from "react-router";
import { renderSVG } from "uqr";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/share-raffle.route.ts";
import { ShareRaffle } from "./share-raffle.tsx";

export const handle: PageHandle = { personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const [raffle, desk] = await Promise.all([findRaffle(site.db, scope.raffleId), loadDeskHead(args, scope)]);
  if (!raffle) throw refusalPage(args.context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const { codeId, name, version } = raffle;
  const { productName, origin } = site.config;
  const link = new URL(`/raffle/${codeId}`, origin).href;
  return data(
    {
      desk,
      share: {
        raffle: { codeId, name, version },
        link,
        qrCode: renderSVG(link, { border: 2 }),
        description: raffleDescription(raffleView(raffle, site, language), language),
        result: desk?.drawn ? `${link}/draw` : null,
      },
      meta: {
        path: "share-raffle",
        subject: name,
        productName,
        origin,
        canonicalPath: `/raffle/${codeId}`,
        description: translate(language, { key: "desk:share.description" }),
        listed: false,
      },
    },
    { headers: ORGANISER_HEADERS },
  );
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function ShareRafflePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <ShareRaffle {...loaderData.share} />
    </>
  );
}
