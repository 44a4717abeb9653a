import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { EmptyRaffleList } from "../../components/raffle-list/empty-raffle-list.tsx";
import { RaffleList } from "../../components/raffle-list/raffle-list.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";

import { summaryView } from "../../views/raffle-view.ts";
import type { Route } from "./+types/raffle-list.ts";

export const handle: PageHandle = { kept: { shows: "raffles", pages: true } };

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const { raffles, more } = await listPublishedRaffles(site.db, page);
  return {
    raffles: raffles.map((raffle) => summaryView(raffle, site, language)),
    page,
    more,
    meta: {
      path: "raffle-list",
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: page === 1 ? "/raffle-list" : `/raffle-list?page=${page}`,
      description: sentence(language, { key: "raffles:list.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RaffleListPage({ loaderData }: Route.ComponentProps) {
  return loaderData.raffles.length === 0 ? <EmptyRaffleList /> : <RaffleList {...loaderData} />;
}
