import { useTranslation } from "react-i18next";
import { CLAIM_LIMITS, CLAIM_WAYS } from "#src/claims/limits.ts";
import { CheckboxField, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/claim-settings.route.ts";

/** What the organiser asks of winners, and says to everybody after the draw. */
export function ClaimSettingsForm({ loaderData, actionData: result }: Route.ComponentProps) {
  const { codeId, owned, settings } = loaderData;
  const values = result?.refusal ? result.typed : settings;
  const { t } = useTranslation("claims");
  const text = (name: "pickUp" | "question" | "thanks") => ({
    name,
    maxLength: CLAIM_LIMITS[name],
    defaultValue: values[name],
  });
  const tick = (name: "needsId" | "tellsOwner") => ({
    name,
    value: "yes",
    label: t(`settings.${name}`),
    hint: t(`settings.${name}Hint`),
    defaultChecked: values[name],
  });
  return (
    <>
      <PageHeading title={t("settings.heading")} />
      {result && !result.refusal && <Notice kind="success">{t("settings.saved")}</Notice>}
      <RefusableForm draft={`claim-settings-${codeId}`} heading={t("settings.failed")} refusal={result?.refusal}>
        <FormSection title={t("settings.asked")} hint={t("settings.askedHint")}>
          <SelectField
            name="ways"
            label={t("settings.ways")}
            options={CLAIM_WAYS.map((value) => ({ value, label: t(`settings.way.${value}`) }))}
            defaultValue={values.ways}
          />
          <TextField {...text("pickUp")} label={t("settings.pickUp")} hint={t("settings.pickUpHint")} rows={4} />
          <TextField {...text("question")} label={t("settings.question")} hint={t("settings.questionHint")} />
          <CheckboxField {...tick("needsId")} />
          {owned && <CheckboxField {...tick("tellsOwner")} />}
          {!owned && values.tellsOwner && <input type="hidden" name="tellsOwner" value="yes" />}
        </FormSection>
        <FormSection title={t("settings.thanks")} hint={t("settings.thanksHint")}>
          <TextField {...text("thanks")} label={t("settings.thanksLabel")} rows={4} />
        </FormSection>
        <Submit label={t("settings.save")} look="primary" />
      </RefusableForm>
    </>
  );
}
