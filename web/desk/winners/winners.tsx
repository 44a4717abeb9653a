import { useTranslation } from "react-i18next";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { MorePages } from "../check-entries/checked-entries.tsx";
import type { Route } from "./+types/winners.route.ts";
import { WinnerAnswer } from "./winner-answer.tsx";
import { WinnerCards } from "./winner-card.tsx";
import "../../ui/card-list/card-list.css";
import "./winners.css";

/** Digits of a ticket, with some room for "#" and blanks. */
const MAX_TYPED_TICKET = 12;

/** Who holds which prize, how they were told, and what is left to do. */
export function Winners({ loaderData: page, actionData: result, params }: Route.ComponentProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { accessCode } = params;
  const { codeId, noWinners, toDecide, prizes, next } = page;
  const screen = { codeId, accessCode, noticeId: page.noticeId, result };
  const shown = [...toDecide.winners, ...prizes.flatMap(({ winners }) => winners)];
  const isOnCard = shown.some(({ id }) => id === result?.typed.claimId);
  const isEmpty = shown.length === 0;
  return (
    <article className="winners-desk">
      <PageHeading title={t("winners.heading")} />
      {result && !isOnCard && <WinnerAnswer result={result} prize={result.typed.prizeCode} />}
      {noWinners === null ? (
        <p>{t("winners.counts", page.counts)}</p>
      ) : (
        <Notice kind="info">
          {t(`winners.${noWinners}`)}{" "}
          {noWinners !== "notDrawn" && <a href={`/draw-desk/${codeId}/${accessCode}`}>{t("winners.toDraw")}</a>}
        </Notice>
      )}
      {page.leftOut > 0 && <Notice kind="info">{t("winners.leftOut", { count: page.leftOut })}</Notice>}
      <div className="actions">
        {!page.isFirst && <a href={`/winners/${codeId}/${accessCode}`}>{t("winners.all")}</a>}
        {noWinners === null && (
          <a className="button button-secondary" href="/voucher">
            {t("voucher.check.heading")}
          </a>
        )}
        <a href={`/raffle/${codeId}/draw`}>{t("winners.public")}</a>
      </div>
      {page.searchable && (
        <ListSearch
          label={t("winners.ticketNumber")}
          fragment={page.typed}
          maxLength={MAX_TYPED_TICKET}
          button={t("winners.find")}
        />
      )}
      {toDecide.winners.length > 0 && (
        <section className="form-section" aria-labelledby="decide">
          <h2 id="decide">{t("winners.decide")}</h2>
          <p className="hint">{t("winners.decideHint")}</p>
          <WinnerCards winners={toDecide.winners} namesPrize {...screen} />
          {toDecide.more > 0 && <p className="hint">{t("winners.decideMore", { count: toDecide.more })}</p>}
        </section>
      )}
      {prizes.map(({ prizeCode, name: prize, winners }) => (
        <section key={prizeCode} className="form-section" aria-label={prize}>
          <h2>{prize}</h2>
          <WinnerCards winners={winners} {...screen} />
        </section>
      ))}
      {noWinners === null && isEmpty && <p>{t(page.typed === "" ? "winners.none" : "winners.noneFound")}</p>}
      <MorePages next={next} label={t("winners.next")} />
    </article>
  );
}
