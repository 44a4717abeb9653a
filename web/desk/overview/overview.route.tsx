import { readOverview } from "#src/entries/stats/overview.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/overview.route.ts";
import { Overview } from "./overview.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["desk"], personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const { timeZone } = site.config;
  const scope = await organiserFor(args, "raffleCode");
  const overview = await readOverview(site.db, scope, timeZone);
  const raffle = await findRaffle(site.db, scope.raffleId);
  if (!overview || !raffle) throw refusalPage(args.context, { reason: "raffle-not-found" });
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
    desk: await loadDeskHead(args, scope),
    timeZone,
    meta,
  };
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <Overview {...loaderData} />
    </>
  );
}
