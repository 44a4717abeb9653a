import { useTranslation } from "react-i18next";
import type { AdminResult } from "../../views/admin-raffle-form.ts";
import type { AdminRaffleView } from "../../views/admin-raffle-view.ts";
import { NotFoundScreen } from "../not-found/not-found-screen.tsx";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { AdminRaffleCard } from "./admin-raffle-card.tsx";

type AdminRaffleListProps = {
  readonly raffles: readonly AdminRaffleView[];
  readonly page: number;
  readonly more: boolean;
  readonly result: AdminResult | null;
};

/** All raffles, for their organisers. */
export function AdminRaffleList({ raffles, page, more, result }: AdminRaffleListProps) {
  const { t } = useTranslation("desk");
  const deleted = result?.done === "deleted" && <Notice kind="success">{t("admin.deleted")}</Notice>;
  if (raffles.length === 0) {
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
