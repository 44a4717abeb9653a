import { useTranslation } from "react-i18next";
import { FRAGMENT_LENGTH } from "../../site/raffle-list/selection.ts";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import { AdminRaffleCard } from "./admin-raffle-card.tsx";
import type { AdminResult } from "./admin-raffle-form.ts";
import { OpenOther } from "./open-other.tsx";
import { OwnRaffleCard } from "./own-raffle-card.tsx";

type SearchView = Route.ComponentProps["loaderData"]["search"];

/** For organisers: the raffles whose desk opens for this visitor, the way to any other, and the list of all. */
export function AdminRaffleList({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? null;
  const { own, search, hasLeft, hasDeleted } = loaderData;
  const { t } = useTranslation("desk");
  // A card of one's own sends no code.
  const onOwn = result?.intent === "delete" && result.typed.accessCode === "" ? result : null;
  return (
    <>
      <PageHeading title={t("admin.heading")} lead={t(own.length > 0 ? "admin.lead" : "admin.none")} />
      {(result ? result.done?.is === "deleted" : hasDeleted) && <Notice kind="success">{t("admin.deleted")}</Notice>}
      {hasLeft && !result && <Notice kind="success">{t("admin.left")}</Notice>}
      {own.length > 0 && (
        <ul className="raffle-grid">
          {own.map((raffle) => (
            <li key={raffle.codeId}>
              <OwnRaffleCard raffle={raffle} result={onOwn?.typed.codeId === raffle.codeId ? onOwn : null} />
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
            <AdminRaffleCard raffle={raffle} result={result?.typed.codeId === raffle.codeId ? result : null} />
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
