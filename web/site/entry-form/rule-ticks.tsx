import { useTranslation } from "react-i18next";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { Checkbox, CODE, TextField } from "../../forms/fields.tsx";
import { useFieldError } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { FormSection, Notice } from "../../ui/page-parts.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";

type RuleTicksProps = {
  readonly raffle: RaffleView;
  readonly ticked: readonly string[];
  readonly dropCode: string;
  readonly stamp: string;
};

/** The raffle's rules to tick, and the code or the stamp that is sent with the form. */
export function RuleTicks({ raffle, ticked, dropCode, stamp }: RuleTicksProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  const { error } = useFieldError("rules");
  const { lead, mark } = useRuleText(raffle.ruleEffect, { count: raffle.rules.length, open: raffle.open });
  if (raffle.rules.length === 0) return null;
  return (
    <FormSection
      title={t("form.rules")}
      hint={`${lead} ${t("form.rulesHint", { dueDate: timestamp(raffle.due).date })}`}
      error={error}
    >
      <ul className="choices">
        {raffle.rules.map((rule) => (
          <li key={rule.id} className="choice">
            {wayOf(rule.proof).tick === "none" ? (
              <p>
                {rule.number}. {rule.details} <small>{mark(rule.drops) + rule.proved}</small>
              </p>
            ) : (
              <Checkbox
                name="rules"
                value={rule.id}
                defaultChecked={ticked.includes(rule.id)}
                label={`${rule.number}. ${rule.details}`}
                hint={mark(rule.drops) + rule.proved}
              />
            )}
          </li>
        ))}
      </ul>
      {stamp ? (
        <>
          <input type="hidden" name="dropCode" value={dropCode} data-undrafted="" />
          <Notice kind="info">{stamp}</Notice>
        </>
      ) : (
        raffle.codeField && (
          <TextField
            name="dropCode"
            label={raffle.codeField.label}
            hint={raffle.codeField.hint}
            maxLength={200}
            defaultValue={dropCode}
            {...CODE}
          />
        )
      )}
    </FormSection>
  );
}
