import { useTranslation } from "react-i18next";
import type { ChecklistItem } from "#src/entries/schema.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { ruleIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";

type EntryChecklistProps = {
  readonly rules: readonly ChecklistItem[];
  /** The points of all ticks together. */
  readonly drops: number;
  readonly disabled: boolean;
};

/** The raffle's rules with this entry's ticks. Each toggle is a button of the page's form. */
export function EntryChecklist({ rules, drops, disabled }: EntryChecklistProps) {
  const { t } = useTranslation("entries");
  if (rules.length === 0) return null;
  const done = rules.filter((rule) => rule.status === "Done").length;
  const progress = t("view.rulesProgress", { done, total: rules.length });
  return (
    <FormSection title={t("view.rules")} hint={`${progress}. ${t("view.drops", { drops })}`}>
      <ul className="choices">
        {rules.map(({ ruleId, number, details, drops: earned, status }) => (
          <li key={ruleId} className="choice choice-toggle">
            <p>
              {number}. {details} <small>{t("form.drops", { count: earned })}</small>
            </p>
            <Toggle
              on={status === "Done"}
              value={ruleIntent(ruleId, status === "Done" ? "Pending" : "Done")}
              label={status === "Done" ? t("view.done") : t("view.pending")}
              action={status === "Done" ? t("view.markPending", { number }) : t("view.markDone", { number })}
              failed={t("view.failedRule")}
              disabled={disabled}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
