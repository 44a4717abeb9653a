import { redirect } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { summaryView } from "../../page/raffle-view.ts";
import type { Route } from "./+types/raffle-list.route.ts";
import { EmptyRaffleList } from "./empty-raffle-list.tsx";
import { RaffleList } from "./raffle-list.tsx";

export const handle: PageHandle = { cached: { shows: "raffles", pages: true } };

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const { raffles, more } = await listPublishedRaffles(site.db, page);
  // The list got shorter, or the visitor typed the page number. That does not mean that there are no raffles.
  if (raffles.length === 0 && page > 1) throw redirect("/raffle-list");
  return {
    raffles: raffles.map((raffle) => summaryView(raffle, site, language)),
    page,
    more,
    meta: {
      path: "raffle-list",
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: page === 1 ? "/raffle-list" : `/raffle-list?page=${page}`,
      description: translate(language, { key: "raffles:list.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RaffleListPage({ loaderData }: Route.ComponentProps) {
  return loaderData.raffles.length === 0 ? <EmptyRaffleList /> : <RaffleList {...loaderData} />;
}
