import { readShow } from "#src/draws/show/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ShowStage } from "../../show/show-stage.tsx";
import type { Route } from "./+types/practice-draw.route.ts";
import { madeUpShow } from "./made-up-show.ts";

/** It fills the window, so that no header shows what other screens of the desk declare. */
export const handle: PageHandle = { fills: true, personal: false, leavesDesk: undefined };

/** The show of a raffle with made-up winners, for its organiser to learn it. */
export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const scope = organiserOf(args);
  const show = await readShow(site.db, scope.raffleId);
  if (!show) throw refusalPage(args.context, { reason: "raffle-not-found" });
  const { timeZone } = site.config;
  const meta = {
    path: "practice-draw",
    subject: show.name,
    canonicalPath: `/raffle/${show.raffle}`,
    description: translate(args.context.get(visitorContext).language, { key: "draws:live.practiceDescription" }),
    listed: false,
  };
  const now = site.clock().getTime();
  return { states: madeUpShow(show), now, timeZone, meta };
}

export default function PracticeDrawRoute({ loaderData }: Route.ComponentProps) {
  const [first, ...steps] = loaderData.states;
  return first && <ShowStage state={first} now={loaderData.now} timeZone={loaderData.timeZone} practice={steps} />;
}
