import { useTranslation } from "react-i18next";
import { Checkbox } from "../../forms/checkbox.tsx";
import { useFieldError } from "../../forms/form-errors.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";

type RuleTicksProps = { readonly raffle: RaffleView; readonly ticked: readonly string[] };

/** The raffle's rules as boxes to tick. */
export function RuleTicks({ raffle, ticked }: RuleTicksProps) {
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
            <Checkbox
              name="rules"
              value={rule.id}
              defaultChecked={ticked.includes(rule.id)}
              label={`${rule.number}. ${rule.details}`}
              hint={mark(rule.drops)}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
