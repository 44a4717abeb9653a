import { useTranslation } from "react-i18next";
import type { RetentionView } from "../page/views/retention-view.ts";

/** Says when the site erases the entries, or that it has erased them. */
export function RetentionLine({ retention }: { readonly retention: RetentionView }) {
  const { t } = useTranslation("desk");
  const { until, erased } = retention;
  return (
    <p className="hint">
      {erased && t("lists.erased", { count: erased.entries, date: erased.on })}{" "}
      {until && t("lists.keptUntil", { date: until })}
    </p>
  );
}
