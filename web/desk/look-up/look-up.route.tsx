import { lookUpEntries, MAX_LOOKED_UP, SHORTEST_LOOK_UP } from "#src/entries/lists/look-up.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { staffFor } from "../../requests/staff.ts";
import type { Route } from "./+types/look-up.route.ts";
import { LookUp } from "./look-up.tsx";

export const handle: PageHandle = { leavesDesk: "with-pass" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await staffFor(args, "look-up-entries");
  const { db, config } = args.context.get(siteContext);
  const raffle = await raffleOf(args.context, scope.raffleId);
  const fragment = searchFragment(new URL(args.request.url).searchParams.get("q"));
  const found = await lookUpEntries(db, scope, raffle, fragment);
  const description = translate(args.context.get(visitorContext).language, {
    key: "claims:helpers.lookUp.description",
  });
  const canonicalPath = `/raffle/${raffle.codeId}`;
  const meta = { path: "look-up", subject: raffle.name, canonicalPath, description, listed: false };
  const { codeId, name } = raffle;
  const words = { language: args.context.get(visitorContext).language, timeZone: config.timeZone };
  return {
    more: found.more,
    entries: found.entries.map(({ standing, ...entry }) => ({
      ...entry,
      standing: standingView(standing, raffle, words),
    })),
    fragment,
    codeId,
    name,
    shortest: SHORTEST_LOOK_UP,
    most: MAX_LOOKED_UP,
    meta,
  };
}

export default function LookUpPage({ loaderData, params }: Route.ComponentProps) {
  return <LookUp {...loaderData} isHelper={params.accessCode === undefined} />;
}
