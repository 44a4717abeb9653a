import { useTranslation } from "react-i18next";
import type { RetentionView } from "../views/retention-view.ts";

/** Tells an organiser when the entries will be erased, or that they were. */
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
