import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { fieldId, useFieldError } from "../../forms/form-errors.tsx";
import type { EntryFormValues } from "../../views/entry-form.ts";
import { FormSection } from "../form-section.tsx";

type ConsentFieldsProps = {
  readonly values: EntryFormValues | undefined;
  /** The day after which the entry is erased. */
  readonly keptUntil: string;
};

/** Consent to the terms, and apart from it, never ticked beforehand, to promotional e-mail. */
export function ConsentFields({ values, keptUntil }: ConsentFieldsProps) {
  const { t } = useTranslation("entries");
  const { error, isFirst } = useFieldError("acceptTerms");
  return (
    <FormSection title={t("form.consent")} hint={t("form.keptUntil", { date: keptUntil })}>
      <Checkbox
        id={fieldId("acceptTerms")}
        name="acceptTerms"
        defaultChecked={values?.acceptTerms ?? false}
        error={error}
        aria-invalid={error ? true : undefined}
        aria-required
        autoFocus={isFirst}
        label={t("form.acceptTerms")}
        description={
          // A new tab, so that reading the terms costs nobody what they have typed.
          <>
            <a href="/terms" target="_blank" rel="noreferrer">
              {t("form.readTerms")}
            </a>
            <br />
            <a href="/privacy" target="_blank" rel="noreferrer">
              {t("form.readPrivacy")}
            </a>
          </>
        }
      />
      <Checkbox name="promotions" defaultChecked={values?.promotions ?? false} label={t("form.promotions")} />
    </FormSection>
  );
}
