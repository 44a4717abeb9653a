import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { Route } from "./+types/search-entry.route.ts";
import { actOnSearch } from "./search-action.ts";
import { SearchEntry } from "./search-entry.tsx";

export const handle: PageHandle = { forms: true, cached: { shows: "raffle" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleId);
  if (!raffle) throw data({ message: translate(language, { key: "invalidRaffleId" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    sendsMail: site.config.smtp !== undefined,
    meta: {
      path: "search-entry",
      subject: raffle.name,
      canonicalPath: `/search-entry/${raffle.codeId}`,
      image: bannerAddress(raffle, "png"),
      description: translate(language, { key: "entries:search.description" }),
      listed: raffle.status === "Published",
    },
  };
}

export const action = (args: Route.ActionArgs) => actOnSearch(args);

export default function SearchEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SearchEntry {...loaderData} result={actionData ?? null} />;
}
