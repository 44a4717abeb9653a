import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#src/base/refusal.ts";
import { CLAIM_LIMITS } from "#src/claims/limits.ts";
import { CheckboxField, FileField, SelectField, TextField } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider } from "../../forms/form.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/claim.route.ts";

export type ClaimPageData = Omit<Route.ComponentProps["loaderData"], "meta">;
export type ClaimView = ClaimPageData["claims"][number];
export type ClaimResult = Route.ComponentProps["actionData"];

type ClaimFormProps = {
  readonly page: ClaimPageData;
  readonly claim: ClaimView;
  /** A refused form, which keeps what was typed. */
  readonly result: ClaimResult;
};

const PICTURES = "image/jpeg,image/png,image/webp";

/** The form of one prize: claims it, or changes the claim. */
export function ClaimForm({ page, claim, result }: ClaimFormProps) {
  const { t } = useTranslation("claims");
  const refusal = result?.refusal ?? null;
  return (
    <form
      method="post"
      action={`${page.page}?prize=${claim.id}`}
      encType="multipart/form-data"
      noValidate
      className="form"
      data-draft={`claim:${claim.id}`}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={t("claim.failed")} refusal={refusal} />}
        <input type="hidden" name="claim" value={claim.id} />
        <ClaimFields page={page} claim={claim} values={result?.typed.values ?? claim.stored} errors={refusal?.errors} />
        <Submit
          label={t(claim.state === "claimed" ? "claim.save" : "claim.claim", { prize: claim.prize })}
          look="primary"
          intent="claim"
        />
      </FormErrorsProvider>
    </form>
  );
}

type FieldsProps = Pick<ClaimFormProps, "page" | "claim"> & {
  readonly values: ClaimView["stored"];
  readonly errors: FieldMessages | undefined;
};

function ClaimFields({ page, claim, values, errors }: FieldsProps) {
  const { t } = useTranslation("claims");
  const isAtFault = ["sentence", "photo", "share"].some((name) => errors?.[name]);
  const { ways, pickUp, question, needsId } = page.asked;
  const [only] = ways;
  const text = (name: "address" | "day" | "phone" | "answer" | "sentence") => ({
    name,
    maxLength: CLAIM_LIMITS[name],
    defaultValue: values[name],
  });
  return (
    <>
      <FormSection title={t("claim.how")}>
        {ways.length > 1 ? (
          <SelectField
            name="way"
            label={t("claim.way")}
            options={ways.map((value) => ({ value, label: t(`claim.ways.${value}`) }))}
            defaultValue={values.way || page.way || (only ?? "")}
          />
        ) : (
          <p>
            {t(`claim.only.${only ?? "pick-up"}`)}
            <input type="hidden" name="way" value={only} />
          </p>
        )}
        {ways.includes("pick-up") && pickUp !== "" && <p className="claim-place">{pickUp}</p>}
        {ways.includes("delivery") && (
          <TextField {...text("address")} label={t("claim.address")} autoComplete="street-address" />
        )}
        <TextField {...text("day")} label={t("claim.day")} hint={t("claim.dayHint")} />
        <TextField
          {...text("phone")}
          label={t("claim.phone")}
          hint={t("claim.phoneHint")}
          type="tel"
          autoComplete="tel"
        />
        {question !== "" && <TextField {...text("answer")} label={question} rows={3} required />}
        {needsId && (
          <FileField
            name="id"
            label={t("claim.id")}
            hint={t(claim.hasId ? "claim.idStored" : "claim.idHint")}
            accept={PICTURES}
          />
        )}
      </FormSection>
      <details className="form-section claim-words" open={values.share || values.sentence !== "" || isAtFault}>
        <summary>{t("claim.words")}</summary>
        <p className="hint">{t("claim.wordsHint")}</p>
        <TextField {...text("sentence")} label={t("claim.sentence")} />
        <FileField
          name="photo"
          label={t("claim.photo")}
          hint={t(claim.hasPhoto ? "claim.photoStored" : "claim.photoHint")}
          accept={PICTURES}
        />
        <CheckboxField
          name="share"
          value="yes"
          label={t("claim.share")}
          hint={t("claim.shareHint")}
          defaultChecked={values.share}
        />
      </details>
      {errors && (page.asked.needsId || values.share) && <p className="hint">{t("claim.chooseAgain")}</p>}
    </>
  );
}
