import { useTranslation } from "react-i18next";
import { CLAIM_LIMITS, CLAIM_WAYS } from "#src/claims/limits.ts";
import { editClaimSettings, readClaimSettings } from "#src/claims/settings.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { CheckboxField, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/claim-settings.route.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("claims:settings.description", async ({ site, scope, raffle }) => ({
  codeId: raffle.codeId,
  owned: await hasOwner(site.db, scope.raffleId),
  settings: await readClaimSettings(site.db, scope.raffleId),
}));

export const action = deskAction({
  read: (form) => ({
    ways: formText(form, "ways"),
    pickUp: formText(form, "pickUp"),
    question: formText(form, "question"),
    needsId: formText(form, "needsId") === "yes",
    tellsOwner: formText(form, "tellsOwner") === "yes",
    thanks: formText(form, "thanks"),
  }),
  change: ({ deps, scope, typed }) => editClaimSettings(deps, scope, typed),
});

/** What the organiser asks of winners, and says to everybody after the draw. */
export default function ClaimSettings({ loaderData, actionData: result }: Route.ComponentProps) {
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
