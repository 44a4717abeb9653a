import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PRIZE_ICONS, PRIZE_POOLS } from "#src/raffles/limits.ts";
import { PRIZE_FIELDS, type PrizeField, RULE_FIELDS, type RuleField } from "#src/raffles/row-fields.ts";
import { FileField, SelectField, TextField } from "../../forms/fields.tsx";
import { Folded } from "./folded.tsx";
import { PICTURE_FILES, StoredPicture } from "./raffle-fields.tsx";
import { type PrizeFormRow, prizeFileField, type RemovedRow, type RuleFormRow, rowField } from "./read-raffle-form.ts";
import { type ChangeInPlace, PrizeList, Restore, RowButtons, RuleList } from "./row-parts.tsx";
import { FreeWay, proofInputs, RuleProof } from "./rule-proof.tsx";
import "./raffle-form.css";

// The number of digits of the largest number that a field accepts.
const NUMBER_LENGTH = 7;

/** What of a prize stands in its advanced part, and can be refused. */
const ADVANCED = ["prizeCode", "orderNumber", "oddsChances", "oddsOf"] as const satisfies readonly PrizeField[];

type PrizeRowsProps = {
  readonly rows: readonly PrizeFormRow[];
  readonly currency: string;
  /** Whether the prizes are of a new raffle. */
  readonly isNew: boolean;
  /** The code of the raffle that has the prizes' pictures; null if there can be none. */
  readonly codeId: string | null;
  /** The row that was removed last; null after any other change. */
  readonly removed: RemovedRow | null;
  readonly changeInPlace: ChangeInPlace;
};

export function PrizeRows({ rows, removed, changeInPlace, ...raffle }: PrizeRowsProps) {
  return (
    <PrizeList list="prizes" count={rows.length} changeInPlace={changeInPlace}>
      {rows.map((row, index) => (
        <Fragment key={row.key}>
          <Restore removed={removed} list="prizes" at={index} count={rows.length} changeInPlace={changeInPlace} />
          <PrizeRow row={row} index={index} count={rows.length} changeInPlace={changeInPlace} {...raffle} />
        </Fragment>
      ))}
      <Restore removed={removed} list="prizes" at={rows.length} count={rows.length} changeInPlace={changeInPlace} />
    </PrizeList>
  );
}

type PrizeRowProps = Omit<PrizeRowsProps, "rows" | "removed"> & {
  readonly row: PrizeFormRow;
  readonly index: number;
  readonly count: number;
};

function PrizeRow({ row, index, count, currency, isNew, codeId, changeInPlace }: PrizeRowProps) {
  const { t } = useTranslation("raffles");
  const at = (name: string) => rowField("prizes", index, name);
  const field = (name: PrizeField) => ({
    name: at(name),
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
      <Folded
        look="form-advanced"
        summary={t("create.prizeMore")}
        hint={t("create.prizeMoreHint")}
        open={!isNew || row.picture !== ""}
        isInside={(field) => field !== at("name") && field.startsWith(at(""))}
      >
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
        <Folded
          look="form-advanced"
          summary={t("create.advanced")}
          isInside={(field) => ADVANCED.map(at).includes(field)}
        >
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
        </Folded>
      </Folded>
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

type RuleRowsProps = { readonly rows: readonly RuleFormRow[] } & Pick<PrizeRowsProps, "removed" | "changeInPlace">;

export function RuleRows({ rows, removed, changeInPlace }: RuleRowsProps) {
  return (
    <RuleList list="rules" count={rows.length} changeInPlace={changeInPlace}>
      {rows.map((row, index) => (
        <Fragment key={row.key}>
          <Restore removed={removed} list="rules" at={index} count={rows.length} changeInPlace={changeInPlace} />
          <RuleRow row={row} index={index} count={rows.length} changeInPlace={changeInPlace} />
        </Fragment>
      ))}
      <Restore removed={removed} list="rules" at={rows.length} count={rows.length} changeInPlace={changeInPlace} />
      <FreeWay rows={rows} add={changeInPlace({ do: "add", list: "rules" })} />
    </RuleList>
  );
}

type RuleRowProps = Omit<RuleRowsProps, "rows" | "removed"> & {
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
  const { details, drops, number: place, proof, maxTimes, pace, needs, ...others } = inputs;
  return (
    <fieldset className="form-row" data-row={`rules:${index}`}>
      <legend>{t("create.rule", { number: index + 1 })}</legend>
      <input type="hidden" name={rowField("rules", index, "id")} value={row.id} />
      {details}
      {Object.entries<ReactNode>(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
      <RuleProof {...{ proof, maxTimes, pace, needs }} />
      <div className="rule-drops">{drops}</div>
      <Folded
        look="form-advanced"
        summary={t("create.advanced")}
        isInside={(field) => field === rowField("rules", index, "number")}
      >
        {place}
      </Folded>
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
