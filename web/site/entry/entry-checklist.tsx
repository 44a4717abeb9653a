import { useTranslation } from "react-i18next";
import type { ChecklistItem } from "#src/entries/schema.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { type RuleEffect, worthOf } from "#src/raffles/rules.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";
import { ChangeResult } from "./change-result.tsx";
import { DropCodeField } from "./drop-code-field.tsx";
import { type EntryChangeResult, ruleIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";

type EntryChecklistProps = {
  readonly rules: readonly ChecklistItem[];
  /** What the rules do for an entry in the draw. */
  readonly effect: RuleEffect;
  /** The drops of all ticks together. */
  readonly drops: number;
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** The raffle's rules with this entry's ticks. Each switch is a button of the page's form. */
export function EntryChecklist({ rules, effect, drops, disabled, result }: EntryChecklistProps) {
  const { t } = useTranslation("entries");
  const { lead, mark } = useRuleText(effect, { count: rules.length, open: !disabled });
  if (rules.length === 0) return null;
  const done = rules.filter((rule) => rule.status === "Done").length;
  const inAll = rules.reduce((sum, rule) => sum + worthOf(rule), 0);
  return (
    <FormSection title={t("view.rules")} hint={lead}>
      <p role="status" className="drops-sum">
        {effect.drops && (
          <>
            <strong key={drops}>{t("view.drops", { drops, count: inAll })}</strong>{" "}
          </>
        )}
        <span>{t("view.rulesProgress", { done, total: rules.length })}</span>
      </p>
      <ul className="choices">
        {rules.map(({ ruleId, number, details, drops: earned, status, proof }) => {
          const isPressed = result?.typed.intent === "rule" && result.typed.toggled?.id === ruleId;
          return (
            <li key={ruleId} className="choice choice-toggle">
              <p id={`rule-${ruleId}`}>
                {number}. {details} <small>{mark(earned)}</small>
              </p>
              {wayOf(proof).tick === "none" ? (
                <p className="told">{t(status === "Done" ? "view.done" : "view.pending")}</p>
              ) : (
                <Toggle
                  on={status === "Done"}
                  value={ruleIntent(ruleId, status === "Done" ? "Pending" : "Done")}
                  label={status === "Done" ? t("view.done") : t("view.pending")}
                  labelledBy={`rule-${ruleId}`}
                  failed={t("view.failedRule")}
                  disabled={disabled}
                  pressed={isPressed}
                />
              )}
              {isPressed && <ChangeResult result={result} />}
            </li>
          );
        })}
      </ul>
      {rules.some(({ proof }) => proof === "code") && <DropCodeField disabled={disabled} result={result} />}
    </FormSection>
  );
}
