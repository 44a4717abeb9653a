import { useTranslation } from "react-i18next";
import { readThanks } from "#src/claims/settings.ts";
import { listPastDraws } from "#src/draws/past-draws.ts";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { nameHolders } from "#src/draws/winner-names.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { feedView } from "../../page/views/feed-view.ts";
import { siteLoader } from "../../requests/screens.ts";
import { MorePages } from "../../ui/page-links.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { PastDraw } from "../../ui/past-draw/past-draw.tsx";
import type { Route } from "./+types/past-draws.route.ts";

export const handle: PageHandle = { cached: { shows: "draws", except: ["after"] } };

export const loader = siteLoader(
  "draws:past.description",
  async ({ url, site: { db, clock, shops }, language, meta }) => {
    const after = url.searchParams.get("after");
    const { draws, next } = await listPastDraws(db, after, clock());
    const drawn = draws.flatMap(({ id, announcedAt }) => (announcedAt ? id : []));
    const [winners, thanks, addresses] = await Promise.all([
      readPrizeHolders(db, drawn).then((held) => nameHolders(db, held)),
      readThanks(db, drawn),
      shops.addressesOf(draws),
    ]);
    return {
      draws: draws.map(({ id, codeId, name, draw, lockedAt, drawnAt, outlook, shopName }) => ({
        codeId,
        name,
        draw,
        prizes: winners.get(id) ?? [],
        thanks: thanks.get(id) ?? "",
        shop: { name: shopName, page: addresses.get(id) },
        state: lockedAt && !drawnAt ? ("locked" as const) : outlook,
      })),
      isFirst: after === null,
      next,
      meta: {
        ...meta,
        canonicalPath: after === null ? "/draws" : `/draws?after=${encodeURIComponent(after)}`,
        // Names of winners belong to no search engine.
        listed: false,
        feeds: [feedView("draws", language)],
      },
    };
  },
);

/** Raffles whose draw date has passed: what was drawn, and what was not. */
export default function PastDraws({ loaderData: { draws, isFirst, next } }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  return (
    <>
      <PageHeading title={t("past.heading")} lead={t("past.lead")} />
      {draws.length === 0 && isFirst && next === null && <Notice kind="info">{t("past.none")}</Notice>}
      <ul className="stack-2">
        {draws.map((draw) => (
          <PastDraw key={draw.codeId} draw={draw} heading="h2" />
        ))}
      </ul>
      <MorePages next={next} label={t("pages.next", { ns: "accounts" })} />
      <p>
        <a href="/locks">{t("past.locks")}</a>
      </p>
    </>
  );
}
