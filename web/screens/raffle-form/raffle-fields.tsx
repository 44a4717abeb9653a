import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RAFFLE_FIELDS, type RaffleField, type RaffleText } from "#src/raffles/fields.ts";
import { LINK_REQUIREMENTS, RAFFLE_LIMITS, RAFFLE_STATUSES, RETENTION_DAYS } from "#src/raffles/limits.ts";
import { FileField } from "../../forms/file-field.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { RaffleFormValues } from "./read-raffle-form.ts";

// The length of a date and time from a browser, with room for one typed by hand.
const MOMENT_LENGTH = 40;

// Three digits, with room for spaces around them.
const RETENTION_DAYS_LENGTH = 9;

const LINK_LABELS = { required: "linkRequired", optional: "linkOptional", "not-asked": "linkNotAsked" } as const;

type RaffleFieldsProps = {
  readonly values: RaffleFormValues;
  readonly timeZone: string;
  readonly bannerField?: ReactNode;
};

/** Everything about a raffle but its prizes and rules. */
export function RaffleFields({ values, timeZone, bannerField }: RaffleFieldsProps) {
  const { t } = useTranslation("raffles");
  const linkOptions = LINK_REQUIREMENTS.map((value) => ({ value, label: t(`create.${LINK_LABELS[value]}`) }));
  const field = (name: RaffleField) => ({ name, label: t(`create.${name}`), defaultValue: values[name] });
  const text = (name: RaffleText) => ({
    ...field(name),
    maxLength: RAFFLE_FIELDS[name].maxLength,
    required: RAFFLE_FIELDS[name].required,
  });
  const moment = (name: "dueDate" | "drawDate") => (
    <TextField
      {...field(name)}
      type="datetime-local"
      hint={t(`create.${name}Hint`)}
      maxLength={MOMENT_LENGTH}
      required
    />
  );
  const inputs: Readonly<Record<RaffleField, ReactNode>> = {
    name: <TextField {...text("name")} />,
    details: <TextField {...text("details")} hint={t("create.detailsHint")} rows={5} />,
    dueDate: moment("dueDate"),
    drawDate: moment("drawDate"),
    retentionDays: (
      <TextField
        {...field("retentionDays")}
        hint={t("create.retentionDaysHint", RETENTION_DAYS)}
        inputMode="numeric"
        maxLength={RETENTION_DAYS_LENGTH}
      />
    ),
    status: (
      <SelectField
        {...field("status")}
        hint={t("create.statusHint")}
        options={RAFFLE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
    ),
    sources: (
      <TextField
        {...field("sources")}
        hint={t("create.sourcesHint")}
        maxLength={RAFFLE_LIMITS.sources * RAFFLE_LIMITS.source}
      />
    ),
    facebookLink: <SelectField {...field("facebookLink")} options={linkOptions} />,
    instagramLink: <SelectField {...field("instagramLink")} options={linkOptions} />,
  };
  const { name, details, dueDate, drawDate, retentionDays, sources, facebookLink, instagramLink, ...others } = inputs;
  return (
    <>
      <FormSection title={t("create.basics")}>
        {name}
        {details}
        <FileField
          name="banner"
          label={t("create.banner")}
          hint={t("create.bannerHint")}
          accept="image/jpeg,image/png,image/webp"
        />
        {bannerField}
        {Object.entries(others).map(([name, input]) => (
          <Fragment key={name}>{input}</Fragment>
        ))}
      </FormSection>
      <FormSection title={t("create.when")} hint={t("create.timeZone", { timeZone })}>
        <div className="form-columns">
          {dueDate}
          {drawDate}
        </div>
        {retentionDays}
      </FormSection>
      <FormSection title={t("create.entries")}>
        {sources}
        <div className="form-columns">
          {facebookLink}
          {instagramLink}
        </div>
      </FormSection>
    </>
  );
}
