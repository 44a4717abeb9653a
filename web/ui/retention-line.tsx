import { useTranslation } from "react-i18next";
import { useTimestamps } from "../page/page-texts.tsx";
import type { RetentionView } from "../page/views/retention-view.ts";

/** Says when the site erases the entries, or that it has erased them. */
export function RetentionLine({ retention }: { readonly retention: RetentionView }) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  const { until, erased } = retention;
  return (
    <p className="hint">
      {erased && t("lists.erased", { count: erased.entries, date: timestamp(erased.at).date })}{" "}
      {until && t("lists.storedUntil", timestamp(until))}
    </p>
  );
}
