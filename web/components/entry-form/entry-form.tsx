import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSubmit } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { EntryFormResult } from "../../views/entry-submission.ts";
import type { RaffleView } from "../../views/raffle-view.ts";
import { Notice } from "../notice.tsx";
import { CodeField } from "./code-field.tsx";
import { ConsentFields } from "./consent-fields.tsx";
import { PersonFields } from "./person-fields.tsx";
import { PrizeWishes } from "./prize-wishes.tsx";
import { RobotReason } from "./robot-reason.tsx";
import { RobotTrap } from "./robot-trap.tsx";
import { RuleTicks } from "./rule-ticks.tsx";
import { SubmitPart } from "./submit-part.tsx";

type EntryFormProps = {
  readonly raffle: RaffleView;
  readonly result: EntryFormResult | null;
  readonly closed: boolean;
};

/** The entry form. Its fields keep what was typed: in the browser because they are left alone, without it from the answer. */
export function EntryForm({ raffle, result, closed }: EntryFormProps) {
  const { t } = useTranslation("entries");
  const values = result?.values;
  const refusal = result?.refusal ?? null;
  const submit = useSubmit();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget, { method: "post" });
  };
  return (
    // Not the router's form, which names the address that it was rendered for: this one is sent to where its visitor is.
    <form method="post" noValidate className="form" onSubmit={send}>
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && (
          <ErrorSummary
            heading={t(refusal.reason === "failed" ? "form.failed" : "form.errorHeading")}
            refusal={refusal}
          />
        )}
        {result?.puzzle && <RobotReason seconds={result.puzzle.seconds} />}
        {result && !refusal && !result.puzzle && <Notice kind="error">{t("form.offline")}</Notice>}
        <CodeField sent={values?.entryCode} />
        <fieldset className="form-body" disabled={closed}>
          <PersonFields raffle={raffle} values={values} />
          <RuleTicks raffle={raffle} ticked={values?.rules ?? []} />
          <PrizeWishes raffle={raffle} wished={values?.wishes ?? []} notes={values?.notes ?? {}} />
          <ConsentFields values={values} keptUntil={raffle.keptUntil.date} />
          <RobotTrap />
          <SubmitPart puzzle={result?.puzzle ?? null} closed={closed} />
        </fieldset>
      </FormErrorsProvider>
    </form>
  );
}
