import { type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSubmit } from "react-router";
import type { FieldMessages } from "#src/base/refusal.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { CodeField } from "./code-field.tsx";
import { ConsentFields } from "./consent-fields.tsx";
import type { EntryFormResult } from "./entry-submission.ts";
import { FormStanding } from "./form-standing.tsx";
import { PersonFields } from "./person/person-fields.tsx";
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

/** Whether the phone or the e-mail is in this raffle already: most often by the entrant, who has forgotten it. */
function isTaken(errors: FieldMessages = {}): boolean {
  return Object.values(errors)
    .flat()
    .some(({ key }) => key === "phoneTaken" || key === "emailTaken");
}

/**
 * The entry form. Its fields keep the typed values: in the browser React leaves them alone, without it the answer fills
 * them.
 */
export function EntryForm({ raffle, result, closed }: EntryFormProps) {
  const { t } = useTranslation("entries");
  const values = result?.values;
  const refusal = result?.refusal ?? null;
  const submit = useSubmit();
  const sending = useRef(false);
  // Taps that come before the answer are part of the first.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    void submit(event.currentTarget, { method: "post" }).finally(() => {
      sending.current = false;
    });
  };
  return (
    // A plain form: the router's form would use the URL of the cached rendering, and not the visitor's own.
    <form
      method="post"
      // Links of a page in another site's frame open a tab, and forms would too.
      target="_self"
      noValidate
      className="form"
      onSubmit={send}
      data-draft={`entry:${raffle.codeId}`}
      data-failed={t("form.failed")}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && (
          <ErrorSummary heading={t(isFailure(refusal) ? "form.failed" : "form.errorHeading")} refusal={refusal} />
        )}
        {result?.puzzle && <RobotReason seconds={result.puzzle.seconds} />}
        <CodeField sent={values?.entryCode} />
        <fieldset className="form-body" disabled={closed}>
          <PersonFields raffle={raffle} values={values} taken={isTaken(refusal?.errors)} />
          <RuleTicks raffle={raffle} ticked={values?.rules ?? []} />
          <PrizeWishes raffle={raffle} wished={values?.wishes ?? []} notes={values?.notes ?? {}} />
          <FormStanding raffle={raffle} rules={values?.rules ?? []} wishes={values?.wishes ?? []} />
          <ConsentFields values={values} keptUntil={raffle.keptUntil} />
          <RobotTrap />
          <SubmitPart puzzle={result?.puzzle ?? null} closed={closed} />
        </fieldset>
      </FormErrorsProvider>
    </form>
  );
}
