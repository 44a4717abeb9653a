import { readOverview } from "#src/entries/stats/overview.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { nextStepWay } from "../desk-head/desk-head-view.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import { deskLoader } from "../desk-screen.ts";
import { Overview } from "./overview.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["desk"] };

export const loader = deskLoader("desk:overview.description", async (screen) => {
  const { context, site, language, timeZone, scope, raffle, params } = screen;
  const [overview, { next }] = await Promise.all([
    readOverview(site.db, scope, timeZone),
    deskStateOf(screen, scope, raffle),
  ]);
  if (!overview) throw refusalPage(context, { reason: "raffle-not-found" });
  return {
    raffle: summaryView(raffle, site, language),
    retention: await retentionView(site, scope, raffle),
    overview,
    next: nextStepWay(next, language, params),
    /** Whether drops change a chance in this raffle. */
    countsDrops: ruleEffectOf(raffle).drops,
    timeZone,
  };
});

export default Overview;
