import { useTranslation } from "react-i18next";
import { Checkbox } from "../../forms/checkbox.tsx";
import { useFieldError } from "../../forms/form-errors.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { FormSection } from "../../ui/form-section.tsx";

type RuleTicksProps = { readonly raffle: RaffleView; readonly ticked: readonly string[] };

/** The raffle's rules as boxes to tick. */
export function RuleTicks({ raffle, ticked }: RuleTicksProps) {
  const { t } = useTranslation("entries");
  const { error } = useFieldError("rules");
  if (raffle.rules.length === 0) return null;
  return (
    <FormSection title={t("form.rules")} hint={t("form.rulesHint", { dueDate: raffle.due.date })} error={error}>
      <ul className="choices">
        {raffle.rules.map((rule) => (
          <li key={rule.id} className="choice">
            <Checkbox
              name="rules"
              value={rule.id}
              defaultChecked={ticked.includes(rule.id)}
              label={`${rule.number}. ${rule.details}`}
              hint={t("form.drops", { count: rule.drops })}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
