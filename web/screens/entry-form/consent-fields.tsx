import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { fieldId, useFieldError } from "../../forms/form-errors.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { EntryFormValues } from "./read-entry-form.ts";

type ConsentFieldsProps = {
  readonly values: EntryFormValues | undefined;
  /** The last day before the site erases the entry. */
  readonly keptUntil: string;
};

/** Consent to the terms, and separate consent to promotional e-mail, which is never ticked beforehand. */
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
          // Opens a new tab, so that reading the terms does not lose typed text.
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
