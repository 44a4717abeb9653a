import { useTranslation } from "react-i18next";
import type { EntryListData } from "../../views/entry-list-page.ts";

/** The way on from a page of a list, and back to its start. */
export function ListPages({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  if (!list.next && !list.continued) return null;
  const search = list.fragment.trim() === "" ? "" : `q=${encodeURIComponent(list.fragment)}`;
  return (
    <nav className="actions" aria-label={t("lists.pages")}>
      {list.continued && <a href={`?${search}`}>{t("lists.first")}</a>}
      {list.next && (
        <a rel="next" href={`?${[search, `after=${list.next}`].filter(Boolean).join("&")}`}>
          {t("lists.next")}
        </a>
      )}
    </nav>
  );
}
