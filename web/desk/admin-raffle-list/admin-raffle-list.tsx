import { useTranslation } from "react-i18next";
import { FRAGMENT_LENGTH } from "../../site/raffle-list/selection.ts";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { AdminRaffleCard } from "./admin-raffle-card.tsx";
import type { AdminResult } from "./admin-raffle-form.ts";
import type { AdminRaffleView, OwnRaffleView } from "./admin-raffle-view.ts";
import { OpenOther } from "./open-other.tsx";
import { OwnRaffleCard } from "./own-raffle-card.tsx";

type AdminRaffleListProps = {
  readonly own: readonly OwnRaffleView[];
  /** What was found among all raffles. */
  readonly search: SearchView;
  /** Set when the visitor has just left the desk. */
  readonly hasLeft: boolean;
  /** Set when the visitor has just deleted a raffle on its own page. */
  readonly hasDeleted: boolean;
  readonly result: AdminResult | null;
};

type SearchView = {
  readonly fragment: string;
  readonly raffles: readonly AdminRaffleView[];
  readonly page: number;
  readonly more: boolean;
};

/** For organisers: the raffles whose desk opens for this visitor, the way to any other, and the list of all. */
export function AdminRaffleList({ own, search, hasLeft, hasDeleted, result }: AdminRaffleListProps) {
  const { t } = useTranslation("desk");
  // A card of one's own sends no code.
  const onOwn = result?.intent === "delete" && result.typed === "" ? result : null;
  return (
    <>
      <PageHeading title={t("admin.heading")} lead={t(own.length > 0 ? "admin.lead" : "admin.none")} />
      {(result ? result.done === "deleted" : hasDeleted) && <Notice kind="success">{t("admin.deleted")}</Notice>}
      {hasLeft && !result && <Notice kind="success">{t("admin.left")}</Notice>}
      {own.length > 0 && (
        <ul className="raffle-grid">
          {own.map((raffle) => (
            <li key={raffle.codeId}>
              <OwnRaffleCard raffle={raffle} result={onOwn?.codeId === raffle.codeId ? onOwn : null} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/create-raffle">{t("admin.create")}</a>
      </p>
      <OpenOther result={result?.intent === "open" ? result : null} />
      <section className="organiser-search" aria-labelledby="all-raffles">
        <h2 id="all-raffles">{t("admin.all")}</h2>
        <p>{t("admin.allLead")}</p>
        <ListSearch
          label={t("admin.search")}
          fragment={search.fragment}
          maxLength={FRAGMENT_LENGTH}
          button={t("admin.find")}
        />
        <Found search={search} result={onOwn ? null : result} />
      </section>
    </>
  );
}

function Found({ search, result }: { readonly search: SearchView; readonly result: AdminResult | null }) {
  const { t } = useTranslation("desk");
  const { fragment, raffles, page, more } = search;
  const to = (number: number) => `?${new URLSearchParams({ q: fragment, page: String(number) })}`;
  return (
    <>
      {raffles.length === 0 && <p className="empty">{t(fragment ? "admin.empty" : "admin.nonePublished")}</p>}
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
            <a rel="prev" href={to(page - 1)}>
              {t("admin.previous")}
            </a>
          )}
          {more && (
            <a rel="next" href={to(page + 1)}>
              {t("admin.next")}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
