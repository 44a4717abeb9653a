import { useTranslation } from "react-i18next";
import type { EntryListData } from "../../views/entry-list-page.ts";

/** Why a list shows no entry: none is there or matches, or all were erased when their time was over. */
export function EmptyList({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { erased } = list.retention;
  return (
    <p className="empty">
      {erased && list.total === 0 ? t("lists.erased", { count: erased.entries, date: erased.on }) : t("lists.empty")}
    </p>
  );
}
