import { useTranslation } from "react-i18next";
import type { EntryTotals } from "#src/entries/lists/entry-counts.ts";

const REASONS = ["rulesMissing", "disqualified", "wonBefore", "deleted", "withdrawn"] as const;

/** How many entries can win, and why the others cannot. The numbers add up to all entries. */
export function InPlay({
  counts: { total, inPlay, ...others },
}: {
  readonly counts: Pick<EntryTotals, "total" | "inPlay" | "rulesMissing" | "disqualified"> &
    Partial<Readonly<Record<"deleted" | "withdrawn" | "wonBefore", number>>>;
}) {
  const { t } = useTranslation("desk");
  const why = REASONS.flatMap((reason) => {
    const count = others[reason] ?? 0;
    return count > 0 ? t(`counts.${reason}`, { count }) : [];
  });
  return (
    <>
      {t("counts.inPlay", { count: inPlay })}
      {why.length > 0 && ` · ${t("counts.notInPlay", { count: total - inPlay, why: why.join(", ") })}`}
    </>
  );
}
