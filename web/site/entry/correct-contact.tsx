import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { ChangeResult } from "./change-result.tsx";
import type { EntryChangeResult } from "./entry-change-form.ts";
import "./entry-fold.css";

type CorrectContactProps = {
  readonly entry: { readonly phone: string; readonly email: string };
  readonly result: EntryChangeResult | null;
};

/** Lets an entrant mend a mistyped phone or e-mail, folded away until it is wanted. */
export function CorrectContact({ entry, result }: CorrectContactProps) {
  const { t } = useTranslation("entries");
  const saving = useNavigation().formData?.get("intent") === "correct";
  const answer = result?.typed.intent === "correct" ? result : null;
  const refusal = answer?.refusal ?? null;
  const folded = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!answer || !folded.current) return;
    folded.current.open = answer.refusal !== null;
    folded.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const { phone, email } = (refusal && answer?.typed.corrected) || entry;
  return (
    <>
      {answer && <ChangeResult result={answer} />}
      <details ref={folded} className="entry-fold" open={refusal !== null}>
        <summary>{t("correct.summary")}</summary>
        <Form
          key={`${entry.phone} ${entry.email}`}
          method="post"
          noValidate
          preventScrollReset
          className="form"
          data-failed={t("correct.failed")}
        >
          <FormErrorsProvider errors={refusal?.errors ?? {}}>
            <p className="hint">{t("correct.hint")}</p>
            <div className="form-columns">
              <TextField
                name="phone"
                label={t("view.phone")}
                maxLength={ENTRY_LIMITS.phone}
                defaultValue={phone}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
              />
              <TextField
                name="email"
                label={t("view.email")}
                maxLength={ENTRY_LIMITS.email}
                defaultValue={email}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
              />
            </div>
            <button
              type="submit"
              name="intent"
              value="correct"
              className="button button-secondary"
              aria-disabled={saving}
            >
              {saving ? t("correct.saving") : t("correct.save")}
            </button>
          </FormErrorsProvider>
        </Form>
      </details>
    </>
  );
}
