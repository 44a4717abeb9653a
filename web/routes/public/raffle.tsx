import { data, redirect } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { findEventCode } from "#src/events/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { RaffleDetail } from "../../components/raffle-detail/raffle-detail.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";
import { raffleDescription, raffleView } from "../../views/raffle-view.ts";
import type { Route } from "./+types/raffle.ts";

export const handle: PageHandle = { kept: { shows: "raffle" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.identifier);
  if (!raffle) {
    // Only where there is no raffle: an event leads nobody's visitors away.
    const event = await findEventCode(site.db, params.identifier);
    if (event) throw redirect(`/event/${event}`);
    throw data({ message: sentence(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  }
  const view = raffleView(raffle, site, language);
  return {
    raffle: view,
    meta: {
      path: "raffle",
      subject: raffle.name,
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: `/raffle/${raffle.codeId}`,
      image: `/banner/${raffle.codeId}.png`,
      description: raffleDescription(view, language),
      listed: raffle.status === "Published",
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RafflePage({ loaderData }: Route.ComponentProps) {
  return <RaffleDetail raffle={loaderData.raffle} />;
}
