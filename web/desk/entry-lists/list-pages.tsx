import { useTranslation } from "react-i18next";
import { LAST_PAGE } from "#src/entries/limits.ts";
import type { EntryListData } from "./entry-list-page.ts";

/** Links to the previous, next, first and last page of a list. */
export function ListPages({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { next, previous, continued, moreMatches } = list;
  if (!next && !continued) return null;
  const to = (place: string) => `?${[list.filters.asked, place].filter(Boolean).join("&")}`;
  return (
    <nav className="actions" aria-label={t("lists.pages")}>
      {continued && <a href={to("")}>{t("lists.first")}</a>}
      {previous && (
        <a rel="prev" href={to(`before=${previous}`)}>
          {t("lists.previous")}
        </a>
      )}
      {next && (
        <a rel="next" href={to(`after=${next}`)}>
          {t("lists.next")}
        </a>
      )}
      {next && !moreMatches && <a href={to(`before=${LAST_PAGE}`)}>{t("lists.last")}</a>}
    </nav>
  );
}
