import { useTranslation } from "react-i18next";
import type { SummaryView } from "../../page/raffle-view.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RaffleCard } from "./raffle-card.tsx";

type RaffleListProps = {
  readonly raffles: readonly SummaryView[];
  /** Counted from 1. */
  readonly page: number;
  readonly more: boolean;
};

/** The public list: one ticket per raffle, and links to other pages if any. */
export function RaffleList({ raffles, page, more }: RaffleListProps) {
  const { t } = useTranslation("raffles");
  return (
    <>
      <PageHeading title={t("list.heading")} lead={t("list.lead")} />
      <ul className="raffle-grid">
        {raffles.map((raffle, index) => (
          <li key={raffle.codeId}>
            <RaffleCard raffle={raffle} eager={index === 0} />
          </li>
        ))}
      </ul>
      {(page > 1 || more) && (
        <nav className="actions" aria-label={t("list.pages")}>
          {page > 1 && (
            <a rel="prev" href={`/raffle-list?page=${page - 1}`}>
              {t("list.previous")}
            </a>
          )}
          {more && (
            <a rel="next" href={`/raffle-list?page=${page + 1}`}>
              {t("list.next")}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
