import { lookUpEntries, MAX_LOOKED_UP, SHORTEST_LOOK_UP } from "#src/entries/lists/look-up.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { staffLoader } from "../desk-screen.ts";
import type { Route } from "./+types/look-up.route.ts";
import { LookUp } from "./look-up.tsx";

export const handle: PageHandle = { leavesDesk: "with-pass" };

export const loader = staffLoader(
  "look-up-entries",
  "claims:helpers.lookUp.description",
  async ({ url, site, language, timeZone, scope, raffle }) => {
    const fragment = searchFragment(url.searchParams.get("q"));
    const { entries, more } = await lookUpEntries(site.db, scope, raffle, fragment);
    return {
      more,
      entries: entries.map(({ standing, ...entry }) => ({
        ...entry,
        standing: standingView(standing, raffle, { language, timeZone, reader: "staff" }),
      })),
      fragment,
      codeId: raffle.codeId,
      name: raffle.name,
      shortest: SHORTEST_LOOK_UP,
      most: MAX_LOOKED_UP,
    };
  },
);

export default function LookUpPage({ loaderData, params }: Route.ComponentProps) {
  return <LookUp {...loaderData} isHelper={params.accessCode === undefined} />;
}
