import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { changeRows, emptyRaffleForm, type RaffleFormValues, readRaffleForm } from "../../views/raffle-form.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import type { ChangeInPlace } from "./change-in-place.ts";
import { PrizeRows } from "./prize-rows.tsx";
import { RaffleFields } from "./raffle-fields.tsx";
import { RuleRows } from "./rule-rows.tsx";

type RaffleFormProps = {
  readonly timeZone: string;
  readonly currency: string;
  /** The form as it was sent, after a refusal or, without JavaScript, after a row was added or removed. */
  readonly typed: RaffleFormValues | null;
  readonly refusal: RefusalView | null;
  /** What makes it the form of a raffle that exists: other words, and what goes with the fields. */
  readonly edit?: {
    readonly fields: ReactNode;
    /** What the organiser is asked or told before the fields, in place of a refusal's summary. */
    readonly question: ReactNode;
    readonly bannerField: ReactNode;
  };
};

/** The raffle form. Rows come and go in the browser where there is JavaScript, and through the server where there is none. */
export function RaffleForm({ timeZone, currency, typed, refusal, edit }: RaffleFormProps) {
  const { t } = useTranslation("raffles");
  const submitting = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => typed ?? emptyRaffleForm());
  const [outdated, setOutdated] = useState<RefusalView | null>(null);
  const moved = useRef<string | null>(null);
  const shown = refusal === outdated ? null : refusal;
  const submit = edit ? t("desk:edit.submit") : t("create.submit");

  // The button that moved a row went with it, and out of the focus: it is given back.
  useEffect(() => {
    const row = moved.current && form.current?.querySelector(`[data-row="${moved.current}"]`);
    moved.current = null;
    if (row && values) row.querySelector<HTMLButtonElement>("[data-move]")?.focus();
  }, [values]);

  function headingOf({ reason }: RefusalView): string {
    if (edit) return t("desk:edit.failed");
    return t(reason === "failed" ? "create.failed" : "create.errorHeading");
  }

  function nameOf(field: string): string | null {
    const [list, index] = field.split(".");
    const number = Number(index) + 1;
    if (list === "prizes" && index) return t("create.prize", { number });
    if (list === "rules" && index) return t("create.rule", { number });
    return list === "dueDate" || list === "drawDate" || list === "retentionDays" ? t(`create.${list}`) : null;
  }

  const changeInPlace: ChangeInPlace = (intent) => (event) => {
    if (!form.current) return;
    event.preventDefault();
    const current = readRaffleForm(new FormData(form.current)).values;
    if (intent.do === "move") moved.current = `${intent.list}:${intent.to}`;
    setValues((rows) => changeRows(withKeys(current, rows), intent));
    // What was said of rows was said of their old places.
    setOutdated(refusal);
  };

  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="form">
      <FormErrorsProvider errors={shown?.errors ?? {}}>
        {edit?.fields}
        {edit?.question}
        {shown && !edit?.question && <ErrorSummary heading={headingOf(shown)} refusal={shown} nameOf={nameOf} />}
        {/* Enter in a field presses the form's first button: it must be this one, not one that removes a row. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {submit}
        </button>
        <RaffleFields values={values} timeZone={timeZone} bannerField={edit?.bannerField} />
        <PrizeRows rows={values.prizes} currency={currency} changeInPlace={changeInPlace} />
        <RuleRows rows={values.rules} changeInPlace={changeInPlace} />
        <button type="submit" className="button button-primary" disabled={submitting} aria-busy={submitting}>
          {submitting ? (edit ? t("desk:edit.submitting") : t("create.submitting")) : submit}
        </button>
      </FormErrorsProvider>
    </Form>
  );
}

/** A form knows its rows by place alone; this gives them back the keys by which React knows them. */
function withKeys(current: RaffleFormValues, known: RaffleFormValues): RaffleFormValues {
  return {
    ...current,
    prizes: current.prizes.map((row, index) => ({ ...row, key: known.prizes[index]?.key ?? row.key })),
    rules: current.rules.map((row, index) => ({ ...row, key: known.rules[index]?.key ?? row.key })),
  };
}
