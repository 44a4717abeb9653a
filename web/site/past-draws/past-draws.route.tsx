import { readThanks } from "#src/claims/settings.ts";
import { listPastDraws } from "#src/draws/past-draws.ts";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { nameHolders } from "#src/draws/winner-names.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { feedView } from "../../page/views/feed-view.ts";
import type { Route } from "./+types/past-draws.route.ts";
import { PastDraws } from "./past-draws.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const { draws, more } = await listPastDraws(db, page, clock());
  const drawn = draws.flatMap(({ id, announcedAt }) => (announcedAt ? id : []));
  const [winners, thanks] = await Promise.all([
    readPrizeHolders(db, drawn).then((held) => nameHolders(db, held)),
    readThanks(db, drawn),
  ]);
  return {
    draws: draws.map(({ id, codeId, name, draw, lockedAt, drawnAt, outlook }) => ({
      codeId,
      name,
      draw,
      prizes: winners.get(id) ?? [],
      thanks: thanks.get(id) ?? "",
      state: lockedAt && !drawnAt ? ("locked" as const) : outlook,
    })),
    page,
    more,
    meta: {
      path: "draws",
      canonicalPath: page === 1 ? "/draws" : `/draws?page=${page}`,
      description: translate(language, { key: "draws:past.description" }),
      // Names of winners belong to no search engine.
      listed: false,
      feeds: [feedView("draws", language)],
    },
  };
}

export default function PastDrawsPage({ loaderData }: Route.ComponentProps) {
  return <PastDraws {...loaderData} />;
}
