import { useTranslation } from "react-i18next";
import { Checkbox, CheckboxField } from "../../forms/checkbox.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { EntryFormValues } from "./read-entry-form.ts";

type ConsentFieldsProps = {
  readonly values: EntryFormValues | undefined;
  /** The last day before the site erases the entry. */
  readonly keptUntil: Date;
};

/** Consent to the terms, how a winner is named, and separate consent to promotional e-mail, never ticked beforehand. */
export function ConsentFields({ values, keptUntil }: ConsentFieldsProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("form.consent")} hint={t("form.keptUntil", timestamp(keptUntil))}>
      <CheckboxField
        name="acceptTerms"
        defaultChecked={values?.acceptTerms ?? false}
        required
        label={t("form.acceptTerms")}
        hint={
          // Opens a new tab, so that reading the terms does not lose typed text.
          <span className="actions">
            <a href="/terms" target="_blank" rel="noreferrer">
              {t("form.readTerms")}
            </a>
            <a href="/privacy" target="_blank" rel="noreferrer">
              {t("form.readPrivacy")}
            </a>
          </span>
        }
      />
      <Checkbox
        name="namedByTicket"
        defaultChecked={values?.namedByTicket ?? false}
        label={t("form.namedByTicket")}
        hint={t("form.namedByTicketHint")}
      />
      <Checkbox name="promotions" defaultChecked={values?.promotions ?? false} label={t("form.promotions")} />
    </FormSection>
  );
}
