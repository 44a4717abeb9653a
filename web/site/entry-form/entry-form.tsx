import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation, useSubmit } from "react-router";
import type { FieldMessages } from "#src/base/refusal.ts";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { Checkbox, CheckboxField } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider } from "../../forms/form.tsx";
import { drawEntryCode } from "../../inline/draw-code.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { useRobotPuzzle } from "../../robot-puzzle/use-robot-puzzle.ts";
import { FormSection, Notice } from "../../ui/page-parts.tsx";
import { loadDeviceSwitch } from "../entry/device/keep-on-device.tsx";
import type { EntryFormResult, RobotPuzzleView } from "./entry-submission.ts";
import { FormStanding } from "./form-standing.tsx";
import { type Invitation, InvitedBy } from "./invited-by.tsx";
import { PersonFields } from "./person/person-fields.tsx";
import { PrizeWishes } from "./prize-wishes.tsx";
import type { EntryFormValues } from "./read-entry-form.ts";
import { RuleTicks } from "./rule-ticks.tsx";

type EntryFormProps = {
  readonly raffle: RaffleView;
  readonly result: EntryFormResult | null;
  readonly closed: boolean;
  readonly dropCode: string;
  readonly stamp: string;
  readonly invitation: Invitation | null;
};

/** Whether the phone or the e-mail is in this raffle already: most often by the entrant, who has forgotten it. */
function isTaken(errors: FieldMessages = {}): boolean {
  return Object.values(errors)
    .flat()
    .some(({ key }) => key === "phoneTaken" || key === "emailTaken");
}

/** Whether something in the form can be corrected. */
function isOfFields(refusal: RefusalView): boolean {
  return !isFailure(refusal) && refusal.reason !== "submission-closed";
}

/**
 * The entry form. Its fields keep the typed values: in the browser React leaves them alone, without it the answer fills
 * them.
 */
export function EntryForm({ raffle, result, closed, dropCode, stamp, invitation }: EntryFormProps) {
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
      // The receipt has it at once then, and a crowd's answer waits for no script.
      onFocus={loadDeviceSwitch}
      data-draft={`entry:${raffle.codeId}`}
      data-failed={t("form.failed")}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && (
          <ErrorSummary heading={t(isOfFields(refusal) ? "form.errorHeading" : "form.failed")} refusal={refusal} />
        )}
        {result?.puzzle && <RobotReason seconds={result.puzzle.seconds} />}
        <CodeField sent={values?.entryCode} />
        {invitation && <InvitedBy {...invitation} />}
        <fieldset className="form-body" disabled={closed}>
          <PersonFields raffle={raffle} values={values} taken={isTaken(refusal?.errors)} />
          <RuleTicks
            raffle={raffle}
            ticked={values?.rules ?? []}
            dropCode={values?.dropCode || dropCode}
            stamp={stamp}
          />
          <PrizeWishes raffle={raffle} wished={values?.wishes ?? []} notes={values?.notes ?? {}} />
          {!closed && <FormStanding raffle={raffle} rules={values?.rules ?? []} wishes={values?.wishes ?? []} />}
          <ConsentFields values={values} storedUntil={raffle.storedUntil} />
          <RobotTrap />
          <SubmitPart puzzle={result?.puzzle ?? null} closed={closed} />
        </fieldset>
      </FormErrorsProvider>
    </form>
  );
}

/** Why the site did not take the entry: the browser runs no scripts, so it cannot solve the puzzle. */
function RobotReason({ seconds }: { readonly seconds: number | null }) {
  const { t } = useTranslation("entries");
  return (
    <noscript>
      <Notice kind="error">{seconds === null ? t("form.trapped") : t("form.rush", { seconds })}</Notice>
    </noscript>
  );
}

/** A trap field that only robots see and fill in. Its label asks a person who still reaches it to leave it empty. */
function RobotTrap() {
  const { t } = useTranslation("entries");
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {t("form.trap")}
        <input type="text" name={TRAP_FIELD} data-undrafted="" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/**
 * The entry code, which identifies the same form sent twice. web/inline/page.ts draws it in the browser, because the
 * cached page is the same for everybody. React leaves the value alone.
 *
 * @param sent the code from a refused form, if any
 */
function CodeField({ sent }: { readonly sent: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // If something in the browser changed the page, React rebuilt it and the code is gone: draws another.
    if (field.current) field.current.value ||= drawEntryCode();
  }, []);
  return (
    <input
      ref={field}
      type="hidden"
      name="entryCode"
      data-draw-code=""
      data-drafted=""
      defaultValue={sent || undefined}
      suppressHydrationWarning
    />
  );
}

/** The submit button, and the progress of a puzzle if one has to be solved first. The person need do nothing. */
function SubmitPart({ puzzle, closed }: { readonly puzzle: RobotPuzzleView | null; readonly closed: boolean }) {
  const { t } = useTranslation("entries");
  const button = useRef<HTMLButtonElement>(null);
  const sending = useNavigation().state !== "idle";
  const { solving, failed, progress } = useRobotPuzzle(puzzle, button);
  const busy = sending || solving;
  const waitsLong = useLongWait(sending);
  return (
    <div className="form-end">
      <div role="status">
        {solving && (
          <div className="notice notice-info">
            <p>{t("form.puzzle")}</p>
            <progress value={progress} aria-label={t("form.puzzleProgress")} />
          </div>
        )}
        {waitsLong && <p className="notice notice-info">{t("form.longWait")}</p>}
      </div>
      {failed && !sending && <Notice kind="error">{t("form.puzzleFailed")}</Notice>}
      {closed && <p className="hint">{t("form.closed")}</p>}
      <button
        ref={button}
        type="submit"
        className="button button-primary"
        disabled={closed}
        aria-disabled={busy}
        aria-busy={busy}
        // A form sent while the puzzle is being solved would only get another puzzle.
        onClick={solving ? (event) => event.preventDefault() : undefined}
      >
        {busy ? t("form.submitting") : <IdleText failed={failed} />}
      </button>
    </div>
  );
}

/** The button's plain words. Its short name, which closed forms show, is read aloud beside them. */
function IdleText({ failed }: { readonly failed: boolean }) {
  const { t } = useTranslation("entries");
  if (failed) return t("form.tryAgain");
  return (
    <>
      {t("form.send")} <span className="visually-hidden">({t("form.submit")})</span>
    </>
  );
}

/** Wait in milliseconds before the form explains the delay. Most entries are answered in a tenth of this. */
const LONG_MS = 3000;

/** Whether a request has been pending for longer than people expect. */
function useLongWait(underWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!underWay) return;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [underWay]);
  return isLong;
}

type ConsentFieldsProps = {
  readonly values: EntryFormValues | undefined;
  /** The last day before the site erases the entry. */
  readonly storedUntil: Date;
};

/** Consent to the terms, how a winner is named, and separate consent to promotional e-mail, never ticked beforehand. */
function ConsentFields({ values, storedUntil }: ConsentFieldsProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("form.consent")} hint={t("form.storedUntil", timestamp(storedUntil))}>
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
