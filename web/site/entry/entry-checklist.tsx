import { useTranslation } from "react-i18next";
import type { ChecklistItem } from "#src/entries/schema.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { worthOf } from "#src/raffles/rules.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";
import { ChangeResult } from "./change-result.tsx";
import { DropCodeField } from "./drop-code-field.tsx";
import { type EntryChangeResult, ruleIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";

type EntryChecklistProps = {
  readonly rules: readonly ChecklistItem[];
  readonly raffle: RaffleView;
  /** The drops of all ticks together. */
  readonly drops: number;
  /** Where they came from, as far as they were earned. */
  readonly ledger: readonly { readonly id: string; readonly text: string }[];
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** The raffle's rules with this entry's ticks. Each switch is a button of the page's form. */
export function EntryChecklist({ raffle, rules, drops, ledger, disabled, result }: EntryChecklistProps) {
  const { t } = useTranslation("entries");
  const proved = new Map(raffle.rules.map((rule) => [rule.id, rule.proved]));
  const { lead, mark } = useRuleText(raffle.ruleEffect, { count: rules.length, open: !disabled });
  if (rules.length === 0) return null;
  const done = rules.filter((rule) => rule.status === "Done").length;
  const inAll = rules.reduce((sum, rule) => sum + worthOf(rule), 0);
  return (
    <FormSection title={t("view.rules")} anchor="rules" hint={lead}>
      <p role="status" className="drops-sum">
        {raffle.ruleEffect.drops && (
          <>
            <strong key={drops}>{t("view.drops", { drops, count: inAll })}</strong>{" "}
          </>
        )}
        <span>{t("view.rulesProgress", { done, total: rules.length })}</span>
      </p>
      <ul className="choices">
        {rules.map(({ ruleId, number, details, drops: earned, proof, claimed, status }) => {
          const isTicked = claimed || status === "Done";
          const isProved = proof !== "said" && status === "Done";
          const isPressed = result?.typed.intent === "rule" && result.typed.toggled?.id === ruleId;
          return (
            <li key={ruleId} className="choice choice-toggle">
              <p id={`rule-${ruleId}`}>
                {number}. {details} <small>{mark(earned) + (proved.get(ruleId) ?? "")}</small>
              </p>
              {wayOf(proof).tick === "none" ? (
                <p className={status === "Done" ? "choice-state" : "hint"}>
                  {t(status === "Done" ? "view.done" : "view.pending")}
                </p>
              ) : (
                <Toggle
                  on={isTicked}
                  value={ruleIntent(ruleId, isTicked ? "Pending" : "Done")}
                  label={t(`view.${claimed ? "waits" : status === "Done" ? "done" : "pending"}`)}
                  labelledBy={`rule-${ruleId}`}
                  failed={t("view.failedRule")}
                  disabled={disabled || isProved}
                  pressed={isPressed}
                />
              )}
              {isPressed && <ChangeResult result={result} />}
            </li>
          );
        })}
      </ul>
      {raffle.codeField && <DropCodeField field={raffle.codeField} disabled={disabled} result={result} />}
      {ledger.length > 0 && (
        <details className="entry-fold">
          <summary>{t("view.ledger")}</summary>
          <ul>
            {ledger.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </FormSection>
  );
}
