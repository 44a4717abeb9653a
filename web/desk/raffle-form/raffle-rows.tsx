import { Fragment, type PointerEvent, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { PRIZE_ICONS, PRIZE_POOLS, RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { PRIZE_FIELDS, type PrizeField, RULE_FIELDS, type RuleField } from "#src/raffles/row-fields.ts";
import { FileField, SelectField, TextField } from "../../forms/fields.tsx";
import { useFieldError } from "../../forms/form.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import { Advanced, PICTURE_FILES, StoredPicture } from "./raffle-fields.tsx";
import {
  type PrizeFormRow,
  prizeFileField,
  type RaffleFormIntent,
  type RuleFormRow,
  rowField,
} from "./read-raffle-form.ts";
import { FreeWay, proofInputs, RuleProof } from "./rule-proof.tsx";
import "./raffle-form.css";

// The number of digits of the largest number that a field accepts.
const NUMBER_LENGTH = 7;

/** What of a prize stands in its advanced part, and can be refused. */
const ADVANCED = ["prizeCode", "orderNumber", "oddsChances", "oddsOf"] as const satisfies readonly PrizeField[];

type PrizeRowsProps = {
  readonly rows: readonly PrizeFormRow[];
  readonly currency: string;
  /** The code of a stored raffle, whose prizes may have pictures. */
  readonly codeId: string | null;
  readonly changeInPlace: ChangeInPlace;
};

export function PrizeRows({ rows, currency, codeId, changeInPlace }: PrizeRowsProps) {
  return (
    <RowSection list="prizes" count={rows.length} changeInPlace={changeInPlace}>
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
    </RowSection>
  );
}

type RowSectionProps = {
  readonly list: "prizes" | "rules";
  readonly count: number;
  readonly changeInPlace: ChangeInPlace;
  readonly children: ReactNode;
};

function RowSection({ list, count, changeInPlace, children }: RowSectionProps) {
  const { t } = useTranslation("raffles");
  const { error } = useFieldError(list);
  return (
    <FormSection anchor={list} title={t(`create.${list}`)} hint={t(`create.${list}Hint`)} error={error}>
      {children}
      {count < RAFFLE_LIMITS[list] && (
        <Submit
          label={t(list === "prizes" ? "create.addPrize" : "create.addRule")}
          intent={`add:${list}`}
          onClick={changeInPlace({ do: "add", list })}
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
  const field = (name: PrizeField) => ({
    name: rowField("prizes", index, name),
    maxLength: PRIZE_FIELDS[name].maxLength ?? NUMBER_LENGTH,
    defaultValue: row[name],
  });
  const number = index + 1;
  const inputs: Readonly<Record<PrizeField, ReactNode>> = {
    name: <TextField {...field("name")} label={t("create.prizeName")} required />,
    details: <TextField {...field("details")} label={t("create.prizeDetails")} rows={2} />,
    worth: <TextField {...field("worth")} label={t("create.worth", { currency })} inputMode="decimal" />,
    numberOfWinners: (
      <TextField {...field("numberOfWinners")} label={t("create.numberOfWinners")} inputMode="numeric" />
    ),
    picture: <input type="hidden" name={rowField("prizes", index, "picture")} value={row.picture} />,
    icon: (
      <SelectField
        name={rowField("prizes", index, "icon")}
        label={t("create.icon")}
        hint={t("create.iconHint")}
        defaultValue={row.icon}
        options={PRIZE_ICONS.map((value) => ({ value, label: t(`create.icons.${value}`) }))}
      />
    ),
    prizeCode: (
      <TextField
        {...field("prizeCode")}
        label={t("create.prizeCode")}
        hint={row.id === "" ? t("create.prizeCodeHint") : undefined}
        required
      />
    ),
    orderNumber: (
      <TextField key={row.orderNumber} {...field("orderNumber")} label={t("create.orderNumber")} inputMode="numeric" />
    ),
    pool: (
      <SelectField
        name={rowField("prizes", index, "pool")}
        label={t("create.pool")}
        defaultValue={row.pool}
        options={PRIZE_POOLS.map((value) => ({ value, label: t(`create.drawOptions.${value}`) }))}
      />
    ),
    oddsChances: <TextField {...field("oddsChances")} label={t("create.oddsChances")} inputMode="numeric" />,
    oddsOf: <TextField {...field("oddsOf")} label={t("create.oddsOf")} inputMode="numeric" />,
  };
  const { name, details, worth, numberOfWinners, picture, icon, ...advanced } = inputs;
  const { prizeCode, orderNumber, pool, oddsChances, oddsOf, ...others } = advanced;
  return (
    <fieldset className="form-row" data-row={`prizes:${index}`}>
      <legend>{t("create.prize", { number })}</legend>
      <input type="hidden" name={rowField("prizes", index, "id")} value={row.id} />
      {name}
      {details}
      {Object.entries<ReactNode>(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
      <div className="form-columns">
        {worth}
        {numberOfWinners}
      </div>
      {picture}
      <div className="form-columns">
        <div className="file-with-stored stack-1">
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
        {icon}
      </div>
      <Advanced fields={ADVANCED.map((name) => rowField("prizes", index, name))}>
        <div className="form-columns">
          {prizeCode}
          {orderNumber}
        </div>
        {pool}
        <div className="form-columns">
          {oddsChances}
          {oddsOf}
        </div>
        <p className="hint">{t("create.oddsHint")}</p>
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

type RuleRowsProps = { readonly rows: readonly RuleFormRow[]; readonly changeInPlace: ChangeInPlace };

export function RuleRows({ rows, changeInPlace }: RuleRowsProps) {
  return (
    <RowSection list="rules" count={rows.length} changeInPlace={changeInPlace}>
      {rows.map((row, index) => (
        <RuleRow key={row.key} row={row} index={index} count={rows.length} changeInPlace={changeInPlace} />
      ))}
      <FreeWay rows={rows} add={changeInPlace({ do: "add", list: "rules" })} />
    </RowSection>
  );
}

type RuleRowProps = Omit<RuleRowsProps, "rows"> & {
  readonly row: RuleFormRow;
  readonly index: number;
  readonly count: number;
};

function RuleRow({ row, index, count, changeInPlace }: RuleRowProps) {
  const { t } = useTranslation("raffles");
  const field = (name: RuleField) => ({
    name: rowField("rules", index, name),
    maxLength: RULE_FIELDS[name].maxLength ?? NUMBER_LENGTH,
    defaultValue: row[name],
  });
  const inputs: Record<RuleField, ReactNode> = {
    details: <TextField {...field("details")} label={t("create.ruleDetails")} rows={2} />,
    drops: <TextField {...field("drops")} label={t("create.drops")} hint={t("create.dropsHint")} inputMode="numeric" />,
    number: <TextField key={row.number} {...field("number")} label={t("create.ruleNumber")} inputMode="numeric" />,
    ...proofInputs(field, t),
  };
  const { details, drops, number: place, proof, maxTimes, pace, ...others } = inputs;
  return (
    <fieldset className="form-row" data-row={`rules:${index}`}>
      <legend>{t("create.rule", { number: index + 1 })}</legend>
      <input type="hidden" name={rowField("rules", index, "id")} value={row.id} />
      {details}
      {Object.entries<ReactNode>(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
      <RuleProof {...{ proof, maxTimes, pace }} />
      <div className="rule-drops">{drops}</div>
      <Advanced fields={[rowField("rules", index, "number")]}>{place}</Advanced>
      <RowButtons
        list="rules"
        index={index}
        count={count}
        removeLabel={t("create.removeRule", { number: index + 1 })}
        changeInPlace={changeInPlace}
      />
    </fieldset>
  );
}

type RowButtonsProps = {
  readonly list: "prizes" | "rules";
  readonly index: number;
  readonly count: number;
  readonly removeLabel: string;
  readonly changeInPlace: ChangeInPlace;
};

/** Buttons that remove a row or move it up or down, and a handle for dragging it. */
function RowButtons({ list, index, count, removeLabel, changeInPlace }: RowButtonsProps) {
  const { t } = useTranslation("desk");
  const move = (to: number, label: "up" | "down") => (
    <Submit
      label={label === "up" ? "↑" : "↓"}
      look="quiet"
      intent={`move:${list}:${index}:${to}`}
      data-move={label}
      aria-label={t(`edit.${list}.${label}`, { number: index + 1 })}
      onClick={changeInPlace({ do: "move", list, index, to })}
    />
  );
  function drop(event: PointerEvent<HTMLElement>) {
    const rows = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-row]"));
    const [into, to] = rows.find(Boolean)?.getAttribute("data-row")?.split(":") ?? [];
    if (into === list && Number(to) !== index) changeInPlace({ do: "move", list, index, to: Number(to) })(event);
  }
  return (
    <div className="row-buttons">
      {count > 1 && (
        // People who cannot drag can use the buttons beside it.
        <span
          className="row-handle needs-script"
          aria-hidden="true"
          title={t("edit.drag")}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerUp={drop}
        >
          ⠿
        </span>
      )}
      {index > 0 && move(index - 1, "up")}
      {index < count - 1 && move(index + 1, "down")}
      <Submit
        label={t("create.remove", { ns: "raffles" })}
        look="quiet"
        intent={`remove:${list}:${index}`}
        data-remove=""
        aria-label={removeLabel}
        onClick={changeInPlace({ do: "remove", list, index })}
      />
    </div>
  );
}

/** Makes the event handler of a row's buttons and drag handle, for browsers with JavaScript. */
export type ChangeInPlace = (intent: RaffleFormIntent) => (event: SyntheticEvent) => void;
