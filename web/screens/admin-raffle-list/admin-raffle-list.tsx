import { useTranslation } from "react-i18next";
import { NotFoundScreen } from "../../ui/not-found/not-found-screen.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { AdminRaffleCard } from "./admin-raffle-card.tsx";
import type { AdminResult } from "./admin-raffle-form.ts";
import type { AdminRaffleView } from "./admin-raffle-view.ts";

type AdminRaffleListProps = {
  readonly raffles: readonly AdminRaffleView[];
  readonly page: number;
  readonly more: boolean;
  /** Set when the visitor has just left the desk. */
  readonly hasLeft: boolean;
  readonly result: AdminResult | null;
};

/** All raffles, for their organisers. */
export function AdminRaffleList({ raffles, page, more, hasLeft, result }: AdminRaffleListProps) {
  const { t } = useTranslation("desk");
  const deleted = result?.done === "deleted" && <Notice kind="success">{t("admin.deleted")}</Notice>;
  // A page number after the last page does not mean that there are no raffles.
  if (raffles.length === 0 && page === 1) {
    return (
      <>
        {deleted}
        <NotFoundScreen>
          <p>{t("admin.empty")}</p>
          <p>
            <a href="/create-raffle">{t("admin.create")}</a>
          </p>
        </NotFoundScreen>
      </>
    );
  }
  return (
    <>
      <PageHeading title={t("admin.heading")} lead={t("admin.lead")} />
      {deleted}
      {hasLeft && !result && <Notice kind="success">{t("admin.left")}</Notice>}
      <ul className="raffle-grid">
        {raffles.map((raffle) => (
          <li key={raffle.codeId}>
            <AdminRaffleCard raffle={raffle} result={result?.codeId === raffle.codeId ? result : null} />
          </li>
        ))}
      </ul>
      {(page > 1 || more) && (
        <nav className="actions" aria-label={t("admin.pages")}>
          {page > 1 && (
            <a rel="prev" href={`/admin-raffle-list?page=${page - 1}`}>
              {t("admin.previous")}
            </a>
          )}
          {more && (
            <a rel="next" href={`/admin-raffle-list?page=${page + 1}`}>
              {t("admin.next")}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
