import { useTranslation } from "react-i18next";
import type { EntryListData } from "./entry-list-page.ts";

/** Why a list is empty: no entries, no match, or all entries erased after their retention period. */
export function EmptyList({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { erased } = list.retention;
  return (
    <p className="empty">
      {erased && list.total === 0 ? t("lists.erased", { count: erased.entries, date: erased.on }) : t("lists.empty")}
    </p>
  );
}
