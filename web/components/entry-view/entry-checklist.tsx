import { useTranslation } from "react-i18next";
import type { ChecklistItem } from "#src/entries/schema.ts";
import { ruleIntent } from "../../views/entry-change-form.ts";
import { FormSection } from "../form-section.tsx";
import { Toggle } from "./toggle.tsx";

type EntryChecklistProps = { readonly rules: readonly ChecklistItem[]; readonly disabled: boolean };

/** The raffle's rules with this entry's ticks; each toggle is a button of the page's form. */
export function EntryChecklist({ rules, disabled }: EntryChecklistProps) {
  const { t } = useTranslation("entries");
  if (rules.length === 0) return null;
  const done = rules.filter((rule) => rule.status === "Done").length;
  return (
    <FormSection title={t("view.rules")} hint={t("view.rulesProgress", { done, total: rules.length })}>
      <ul className="choices">
        {rules.map(({ ruleId, number, details, drops, status }) => (
          <li key={ruleId} className="choice choice-toggle">
            <p>
              {number}. {details} <small>{t("form.drops", { count: drops })}</small>
            </p>
            <Toggle
              on={status === "Done"}
              value={ruleIntent(ruleId, status === "Done" ? "Pending" : "Done")}
              label={status === "Done" ? t("view.done") : t("view.pending")}
              action={status === "Done" ? t("view.markPending", { number }) : t("view.markDone", { number })}
              disabled={disabled}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
