import { useTranslation } from "react-i18next";
import { RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { useFieldError } from "../../../forms/form-errors.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { FormSection } from "../../../ui/form-section.tsx";
import { type RuleFormRow, rowField } from "../read-raffle-form.ts";
import { Advanced } from "./advanced.tsx";
import type { ChangeInPlace } from "./change-in-place.ts";
import { RowButtons } from "./row-buttons.tsx";

// The number of digits of the largest number that a field accepts.
const NUMBER_LENGTH = 7;

type RuleRowsProps = { readonly rows: readonly RuleFormRow[]; readonly changeInPlace: ChangeInPlace };

/** The raffle's rules, each a group of fields, with buttons to add and remove. */
export function RuleRows({ rows, changeInPlace }: RuleRowsProps) {
  const { t } = useTranslation("raffles");
  const { error } = useFieldError("rules");
  return (
    <FormSection anchor="rules" title={t("create.rules")} hint={t("create.rulesHint")} error={error}>
      {rows.map((row, index) => (
        <RuleRow key={row.key} row={row} index={index} count={rows.length} changeInPlace={changeInPlace} />
      ))}
      {rows.length < RAFFLE_LIMITS.rules && (
        <Submit
          label={t("create.addRule")}
          look="secondary"
          intent="add:rules"
          onClick={changeInPlace({ do: "add", list: "rules" })}
        />
      )}
    </FormSection>
  );
}

type RuleRowProps = Omit<RuleRowsProps, "rows"> & {
  readonly row: RuleFormRow;
  readonly index: number;
  readonly count: number;
};

function RuleRow({ row, index, count, changeInPlace }: RuleRowProps) {
  const { t } = useTranslation("raffles");
  const field = (name: keyof RuleFormRow, maxLength: number) => ({
    name: rowField("rules", index, name),
    maxLength,
    defaultValue: row[name],
  });
  const number = index + 1;
  return (
    <fieldset className="form-row" data-row={`rules:${index}`}>
      <legend>{t("create.rule", { number })}</legend>
      <input type="hidden" name={rowField("rules", index, "id")} value={row.id} />
      <TextField {...field("details", RAFFLE_LIMITS.ruleDetails)} label={t("create.ruleDetails")} rows={2} />
      <div className="rule-drops">
        <TextField
          {...field("drops", NUMBER_LENGTH)}
          label={t("create.drops")}
          hint={t("create.dropsHint")}
          inputMode="numeric"
        />
      </div>
      <Advanced fields={[rowField("rules", index, "number")]}>
        <TextField
          key={row.number}
          {...field("number", NUMBER_LENGTH)}
          label={t("create.ruleNumber")}
          inputMode="numeric"
        />
      </Advanced>
      <RowButtons
        list="rules"
        index={index}
        count={count}
        removeLabel={t("create.removeRule", { number })}
        changeInPlace={changeInPlace}
      />
    </fieldset>
  );
}
