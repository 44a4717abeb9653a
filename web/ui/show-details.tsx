import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { TextField } from "../forms/fields.tsx";
import { FormErrorsProvider, fieldId } from "../forms/form.tsx";
import { isStarted } from "../inline/started.ts";
import type { FormResult } from "../requests/answer-form.ts";
import { Submit } from "./buttons/buttons.tsx";
import { FormSection, Notice, RefusalNotice } from "./page-parts.tsx";

type ShowDetailsProps = {
  readonly provable: boolean;
  /** Says what is shown then, where it is more than the details. */
  readonly hint?: string;
  /** What became of a form of the page; `contact` is what was typed here. */
  readonly result: FormResult<unknown, { readonly intent: string; readonly contact: string }> | null | undefined;
};

/** Asks a visitor who sees a masked entry for its phone or e-mail, to prove that it is theirs. */
export function ShowDetails({ provable, hint, result }: ShowDetailsProps) {
  const { t } = useTranslation(["entries", "messages"]);
  const showing = useNavigation().formData?.get("intent") === "show";
  const answer = result?.typed.intent === "show" ? result : null;
  const errors = answer?.refusal?.errors ?? {};
  // The only field shows and announces its errors itself.
  useEffect(() => {
    if (answer?.refusal && isStarted()) document.getElementById(fieldId("contact"))?.focus();
  }, [answer]);
  if (!provable) return <Notice kind="info">{t("mask.askOrganiser")}</Notice>;
  const refusal = answer?.refusal;
  return (
    <FormErrorsProvider errors={errors}>
      <FormSection title={t("mask.heading")} hint={hint ?? t("mask.hint")}>
        {refusal && !errors.contact && <RefusalNotice refusal={refusal} />}
        {/* The browser did not store the pass, or the request after the answer failed. */}
        {answer && !refusal && (
          <Notice kind="error" answers>
            {t("mask.notShown")}
          </Notice>
        )}
        <TextField
          name="contact"
          label={t("mask.contact")}
          maxLength={ENTRY_LIMITS.email}
          defaultValue={answer?.refusal ? answer.typed.contact : ""}
          autoComplete="off"
          autoCapitalize="none"
          undrafted
        />
        <div className="actions">
          <Submit
            label={showing ? t("mask.showing") : t("mask.show")}
            look="primary"
            intent="show"
            data-failed={t("mask.failed")}
            data-partial=""
            aria-disabled={showing}
          />
        </div>
      </FormSection>
    </FormErrorsProvider>
  );
}
