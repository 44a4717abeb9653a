import { useTranslation } from "react-i18next";
import type { EntryTotals } from "#src/entries/lists/entry-counts.ts";

/** How many entries can win, and why the others cannot. The numbers add up to all entries. */
export function InPlay({
  counts: { total, inPlay, rulesMissing, disqualified },
}: {
  readonly counts: Pick<EntryTotals, "total" | "inPlay" | "rulesMissing" | "disqualified">;
}) {
  const { t } = useTranslation("desk");
  const why = [
    rulesMissing > 0 && t("counts.rulesMissing", { count: rulesMissing }),
    disqualified > 0 && t("counts.disqualified", { count: disqualified }),
  ].filter((one) => one !== false);
  return (
    <>
      {t("counts.inPlay", { count: inPlay })}
      {why.length > 0 && ` · ${t("counts.notInPlay", { count: total - inPlay, why: why.join(", ") })}`}
    </>
  );
}
