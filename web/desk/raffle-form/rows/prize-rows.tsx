import { useTranslation } from "react-i18next";
import { PRIZE_ICONS, PRIZE_POOLS, RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { FileField } from "../../../forms/file-field.tsx";
import { useFieldError } from "../../../forms/form-errors.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { FormSection } from "../../../ui/form-section.tsx";
import { PICTURE_FILES } from "../raffle-fields.tsx";
import { type PrizeFormRow, prizeFileField, rowField } from "../read-raffle-form.ts";
import { StoredPicture } from "../stored-picture.tsx";
import { Advanced } from "./advanced.tsx";
import type { ChangeInPlace } from "./change-in-place.ts";
import { RowButtons } from "./row-buttons.tsx";

// The number of digits of the largest number that a field accepts.
const NUMBER_LENGTH = 7;

type PrizeRowsProps = {
  readonly rows: readonly PrizeFormRow[];
  readonly currency: string;
  /** The code of a stored raffle, whose prizes may have pictures. */
  readonly codeId: string | null;
  readonly changeInPlace: ChangeInPlace;
};

/** The raffle's prizes, each a group of fields, with buttons to add and remove. */
export function PrizeRows({ rows, currency, codeId, changeInPlace }: PrizeRowsProps) {
  const { t } = useTranslation("raffles");
  const { error } = useFieldError("prizes");
  return (
    <FormSection anchor="prizes" title={t("create.prizes")} hint={t("create.prizesHint")} error={error}>
      {rows.map((row, index) => (
        <PrizeRow
          key={row.key}
          row={row}
          index={index}
          count={rows.length}
          currency={currency}
          codeId={codeId}
          changeInPlace={changeInPlace}
        />
      ))}
      {rows.length < RAFFLE_LIMITS.prizes && (
        <Submit
          label={t("create.addPrize")}
          look="secondary"
          intent="add:prizes"
          onClick={changeInPlace({ do: "add", list: "prizes" })}
        />
      )}
    </FormSection>
  );
}

type PrizeRowProps = Omit<PrizeRowsProps, "rows"> & {
  readonly row: PrizeFormRow;
  readonly index: number;
  readonly count: number;
};

function PrizeRow({ row, index, count, currency, codeId, changeInPlace }: PrizeRowProps) {
  const { t } = useTranslation("raffles");
  const field = (name: keyof PrizeFormRow, maxLength: number) => ({
    name: rowField("prizes", index, name),
    maxLength,
    defaultValue: row[name],
  });
  const number = index + 1;
  return (
    <fieldset className="form-row" data-row={`prizes:${index}`}>
      <legend>{t("create.prize", { number })}</legend>
      <input type="hidden" name={rowField("prizes", index, "id")} value={row.id} />
      <TextField {...field("name", RAFFLE_LIMITS.prizeName)} label={t("create.prizeName")} required />
      <TextField {...field("details", RAFFLE_LIMITS.prizeDetails)} label={t("create.prizeDetails")} rows={2} />
      <div className="form-columns">
        <TextField
          {...field("worth", RAFFLE_LIMITS.worth)}
          label={t("create.worth", { currency })}
          inputMode="decimal"
        />
        <TextField
          {...field("numberOfWinners", NUMBER_LENGTH)}
          label={t("create.numberOfWinners")}
          inputMode="numeric"
        />
      </div>
      <input type="hidden" name={rowField("prizes", index, "picture")} value={row.picture} />
      <div className="form-columns">
        <div className="file-with-stored">
          <FileField
            name={prizeFileField(index)}
            label={t("create.picture")}
            hint={t("create.pictureHint")}
            accept={PICTURE_FILES}
          />
          {codeId !== null && row.picture !== "" && (
            <StoredPicture
              shape="prize"
              codeId={codeId}
              mark={row.picture}
              name={rowField("prizes", index, "noPicture")}
              label={t("create.noPicture")}
            />
          )}
        </div>
        <SelectField
          name={rowField("prizes", index, "icon")}
          label={t("create.icon")}
          hint={t("create.iconHint")}
          defaultValue={row.icon}
          options={PRIZE_ICONS.map((value) => ({ value, label: t(`create.icons.${value}`) }))}
        />
      </div>
      <Advanced fields={[rowField("prizes", index, "prizeCode"), rowField("prizes", index, "orderNumber")]}>
        <div className="form-columns">
          <TextField
            {...field("prizeCode", RAFFLE_LIMITS.prizeCode)}
            label={t("create.prizeCode")}
            hint={row.id === "" ? t("create.prizeCodeHint") : undefined}
            required
          />
          <TextField
            key={row.orderNumber}
            {...field("orderNumber", NUMBER_LENGTH)}
            label={t("create.orderNumber")}
            inputMode="numeric"
          />
        </div>
        <SelectField
          name={rowField("prizes", index, "pool")}
          label={t("create.pool")}
          defaultValue={row.pool}
          options={PRIZE_POOLS.map((value) => ({ value, label: t(`create.drawOptions.${value}`) }))}
        />
      </Advanced>
      <RowButtons
        list="prizes"
        index={index}
        count={count}
        removeLabel={t("create.removePrize", { number })}
        changeInPlace={changeInPlace}
      />
    </fieldset>
  );
}
