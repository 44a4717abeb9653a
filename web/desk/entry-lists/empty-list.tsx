import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Scene } from "../../ui/scene.tsx";
import type { EntryListData } from "./entry-list-page.ts";

/** Why a list is empty: no entries, no match, or all entries erased after their retention period. */
export function EmptyList({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  const { erased } = list.retention;
  const { codeId, open } = list.raffle;
  return (
    <div className="empty">
      <Scene name="drum" />
      <p>
        {erased && list.total === 0
          ? t("lists.erased", { count: erased.entries, date: timestamp(erased.at).date })
          : t("lists.empty")}
      </p>
      {list.total === 0 &&
        !erased &&
        (open ? <a href={`/poster/${codeId}`}>{t("overview.poster")}</a> : <p>{t("overview.nobodyJoined")}</p>)}
    </div>
  );
}
