import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { EntryFormResult } from "../../views/entry-submission.ts";
import type { RaffleView } from "../../views/raffle-view.ts";
import { Notice } from "../notice.tsx";
import { ConsentFields } from "./consent-fields.tsx";
import { PersonFields } from "./person-fields.tsx";
import { PrizeWishes } from "./prize-wishes.tsx";
import { RuleTicks } from "./rule-ticks.tsx";

type EntryFormProps = {
  readonly raffle: RaffleView;
  readonly entryCode: string;
  readonly result: EntryFormResult | null;
  readonly closed: boolean;
};

/** The entry form. Its fields keep what was typed: in the browser because they are left alone, without it from the answer. */
export function EntryForm({ raffle, entryCode, result, closed }: EntryFormProps) {
  const { t } = useTranslation("entries");
  const submitting = useNavigation().state !== "idle";
  const values = result?.values;
  const refusal = result?.refusal ?? null;
  return (
    <Form method="post" noValidate discover="none" className="form">
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && (
          <ErrorSummary
            heading={t(refusal.reason === "failed" ? "form.failed" : "form.errorHeading")}
            refusal={refusal}
          />
        )}
        {result && !refusal && <Notice kind="error">{t("form.offline")}</Notice>}
        <input type="hidden" name="entryCode" value={values?.entryCode || entryCode} />
        <fieldset className="form-body" disabled={closed}>
          <PersonFields raffle={raffle} values={values} />
          <RuleTicks raffle={raffle} ticked={values?.rules ?? []} />
          <PrizeWishes raffle={raffle} wished={values?.wishes ?? []} notes={values?.notes ?? {}} />
          <ConsentFields values={values} keptUntil={raffle.keptUntil.date} />
          <button
            type="submit"
            className="button button-primary"
            disabled={closed}
            aria-disabled={submitting}
            aria-busy={submitting}
          >
            {submitting ? t("form.submitting") : t("form.submit")}
          </button>
        </fieldset>
      </FormErrorsProvider>
    </Form>
  );
}
