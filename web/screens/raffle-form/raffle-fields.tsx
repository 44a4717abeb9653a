import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
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
  const moment = (name: "dueDate" | "drawDate") => ({
    name,
    type: "datetime-local" as const,
    label: t(`create.${name}`),
    hint: t(`create.${name}Hint`),
    maxLength: MOMENT_LENGTH,
    defaultValue: values[name],
    required: true,
  });
  return (
    <>
      <FormSection title={t("create.basics")}>
        <TextField
          name="name"
          label={t("create.name")}
          maxLength={RAFFLE_LIMITS.name}
          defaultValue={values.name}
          required
        />
        <TextField
          name="details"
          label={t("create.details")}
          hint={t("create.detailsHint")}
          maxLength={RAFFLE_LIMITS.details}
          defaultValue={values.details}
          rows={5}
          required
        />
        <FileField
          name="banner"
          label={t("create.banner")}
          hint={t("create.bannerHint")}
          accept="image/jpeg,image/png,image/webp"
        />
        {bannerField}
        <SelectField
          name="status"
          label={t("create.status")}
          hint={t("create.statusHint")}
          options={RAFFLE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          defaultValue={values.status}
        />
      </FormSection>
      <FormSection title={t("create.when")} hint={t("create.timeZone", { timeZone })}>
        <div className="form-columns">
          <TextField {...moment("dueDate")} />
          <TextField {...moment("drawDate")} />
        </div>
        <TextField
          name="retentionDays"
          label={t("create.retentionDays")}
          hint={t("create.retentionDaysHint", RETENTION_DAYS)}
          inputMode="numeric"
          maxLength={RETENTION_DAYS_LENGTH}
          defaultValue={values.retentionDays}
        />
      </FormSection>
      <FormSection title={t("create.entries")}>
        <TextField
          name="sources"
          label={t("create.sources")}
          hint={t("create.sourcesHint")}
          maxLength={RAFFLE_LIMITS.sources * RAFFLE_LIMITS.source}
          defaultValue={values.sources}
        />
        <div className="form-columns">
          <SelectField
            name="facebookLink"
            label={t("create.facebookLink")}
            options={linkOptions}
            defaultValue={values.facebookLink}
          />
          <SelectField
            name="instagramLink"
            label={t("create.instagramLink")}
            options={linkOptions}
            defaultValue={values.instagramLink}
          />
        </div>
      </FormSection>
    </>
  );
}
