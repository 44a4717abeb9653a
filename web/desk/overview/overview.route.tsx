import { readOverview } from "#src/entries/stats/overview.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/overview.route.ts";
import { Overview } from "./overview.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["desk"] };

export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const { timeZone } = site.config;
  const scope = organiserOf(args);
  const overview = await readOverview(site.db, scope, timeZone);
  const raffle = await raffleOf(args.context, scope.raffleId);
  if (!overview) throw refusalPage(args.context, { reason: "raffle-not-found" });
  const meta = {
    path: "overview",
    description: translate(language, { key: "desk:overview.description" }),
    ...partOfRaffle(raffle),
  };
  return {
    raffle: summaryView(raffle, site, language),
    retention: await retentionView(site, scope, raffle, language),
    overview,
    countsDrops: ruleEffectOf(raffle).drops,
    timeZone,
    meta,
  };
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  return <Overview {...loaderData} />;
}
