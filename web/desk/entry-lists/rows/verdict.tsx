import { useTranslation } from "react-i18next";
import type { ListedEntryView } from "../entry-list-view.ts";

/** Whether an entry is valid, and else how many rules are not done. */
export function Verdict({ entry }: { readonly entry: Pick<ListedEntryView, "valid" | "missing"> }) {
  const { t } = useTranslation("desk");
  return (
    <strong className={entry.valid ? "chip chip-open" : "chip chip-closed"}>
      {entry.valid ? t("lists.valid") : t("lists.invalid")}
      {entry.missing.length > 0 && <small>{t("lists.missingCount", { count: entry.missing.length })}</small>}
    </strong>
  );
}
