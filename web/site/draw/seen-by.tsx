import { useTranslation } from "react-i18next";
import { When } from "../../ui/when.tsx";
import type { DrawView } from "./draw-view.ts";

/** Who looks after the site's log from outside, and when they saw it with this list. */
export function SeenBy({ seenBy }: Pick<DrawView, "seenBy">) {
  const { t } = useTranslation("draws");
  if (seenBy.length === 0) return <p className="hint">{t("result.seenByNobody")}</p>;
  return (
    <>
      <p>{t("result.seenBy")}</p>
      <ul>
        {seenBy.map(({ witness, at, isBefore }) => (
          <li key={witness}>
            <span translate="no">{witness}</span>: <When at={at} />{" "}
            {t(isBefore ? "result.seenBefore" : "result.seenLater")}
          </li>
        ))}
      </ul>
    </>
  );
}
