import { useTranslation } from "react-i18next";
import { readThanks } from "#src/claims/settings.ts";
import { listPastDraws } from "#src/draws/past-draws.ts";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { nameHolders } from "#src/draws/winner-names.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { feedView } from "../../page/views/feed-view.ts";
import { siteLoader } from "../../requests/screens.ts";
import { MorePages } from "../../ui/page-links.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { NobodyLeft } from "../../ui/prize-text/nobody-left.tsx";
import type { Route } from "./+types/past-draws.route.ts";
import "../../ui/past-draw/past-draw.css";

export const loader = siteLoader("draws:past.description", async ({ url, site: { db, clock }, language, meta }) => {
  const after = url.searchParams.get("after");
  const { draws, next } = await listPastDraws(db, after, clock());
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
});

/** Raffles whose draw date has passed: what was drawn, and what was not. */
export default function PastDraws({ loaderData: { draws, isFirst, next } }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <>
      <PageHeading title={t("past.heading")} lead={t("past.lead")} />
      {draws.length === 0 && isFirst && next === null && <Notice kind="info">{t("past.none")}</Notice>}
      <ul className="past-draws stack-2">
        {draws.map(({ codeId, name, draw, state, prizes, thanks }) => (
          <li key={codeId} className="ticket">
            <div className="ticket-body">
              <h2>
                <a
                  href={
                    ["drawn", "announcing", "locked"].includes(state) ? `/raffle/${codeId}/draw` : `/raffle/${codeId}`
                  }
                >
                  {name}
                </a>
              </h2>
              <p>{t(`past.state.${state}`, timestamp(draw))}</p>
              <ul className="past-winners">
                {prizes
                  .filter(({ winners }) => winners.length > 0)
                  .map(({ prizeCode, prizeName, winners, more: others }) => (
                    <li key={prizeCode}>
                      <span className="past-prize">{prizeName}</span>{" "}
                      {winners.map(({ ticket, name: winner }) => winner ?? `#${ticket}`).join(", ")}
                      {others > 0 && ` ${t("past.others", { count: others })}`}
                    </li>
                  ))}
                <NobodyLeft
                  prizes={prizes.map(({ prizeName, given, winners }) => ({
                    ...{ name: prizeName, given },
                    won: winners.length,
                  }))}
                />
              </ul>
              {thanks !== "" && <p className="shop-thanks">{thanks}</p>}
            </div>
          </li>
        ))}
      </ul>
      <MorePages next={next} label={t("pages.next", { ns: "accounts" })} />
      <p>
        <a href="/locks">{t("past.locks")}</a>
      </p>
    </>
  );
}
