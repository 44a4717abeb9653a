import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { Checkbox } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider } from "../../forms/form.tsx";
import { readDraft } from "../../inline/form-drafts.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { chooseDue, type DueChoice } from "./due-choice.ts";
import { DueDate, typeDate } from "./due-date.tsx";
import { LiveTicket } from "./live-ticket.tsx";
import { isMoreFilled, RaffleFields, StoredPicture } from "./raffle-fields.tsx";
import { PrizeRows, RuleRows } from "./raffle-rows.tsx";
import { fillTemplate, TEMPLATE_NAMES, type TemplateName, templateOf } from "./raffle-templates.ts";
import {
  changeRows,
  emptyRaffleForm,
  type RaffleFormValues,
  type RemovedRow,
  readRaffleForm,
  removedRow,
} from "./read-raffle-form.ts";
import type { ChangeInPlace } from "./row-parts.tsx";
import "./raffle-form.css";

export type StoredPictures = {
  /** The raffle that has them. */
  readonly codeId: string;
  /** The banner's address; null if there is none. */
  readonly banner: string | null;
  /** The logo's mark; empty if there is none. */
  readonly logo: string;
  readonly isLocked?: boolean;
};

type RaffleFormProps = {
  /** The name of the form's draft in the browser. */
  readonly draft: string;
  readonly timeZone: string;
  readonly currency: string;
  /** The form's values as sent, after a refusal or, without JavaScript, after a change of rows. */
  readonly typed: RaffleFormValues | null;
  readonly refusal: RefusalView | null;
  /** Set for the form of a new raffle. */
  readonly create?: {
    readonly dueChoices: readonly DueChoice[];
    /** Where the shop's details come from, if they were filled in. */
    readonly shopHint: string | null;
    /** The button that was pressed in a browser without JavaScript; null before any was. */
    readonly pressed: string | null;
  };
  /** Set for the form of an existing raffle: other texts, and extra fields. */
  readonly edit?: {
    readonly fields: ReactNode;
    /** A question or message to the organiser above the fields, instead of a refusal's summary. */
    readonly question: ReactNode;
    readonly hasEntries: boolean;
  };
  /** The pictures that the raffle has, or gets from another one. */
  readonly stored?: StoredPictures | undefined;
};

/** The raffle form. Adding and removing rows happens in the browser, or on the server without JavaScript. */
export function RaffleForm({ draft, timeZone, currency, typed, refusal, create, edit, stored }: RaffleFormProps) {
  const { t } = useTranslation("raffles");
  const submitting = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => typed ?? emptyRaffleForm());
  const [removed, setRemoved] = useState<RemovedRow | null>(null);
  const [outdated, setOutdated] = useState<RefusalView | null>(null);
  const [filled, setFilled] = useState(() => templateOf(create?.pressed ?? ""));
  const nextFocus = useRef<string | null>(null);
  const shown = refusal === outdated ? null : refusal;
  const submit = edit ? t("edit.submit", { ns: "desk" }) : t("create.submit");

  // An unsent draft may have had other rows, so this restores the rows. The page's script fills their fields. Before
  // any press can be answered: an effect would come after it, and undo it.
  useLayoutEffect(() => {
    const unsent = readDraft(draft);
    if (!unsent) return;
    const typed = new FormData();
    for (const [name, value] of unsent.fields) typed.append(name, value);
    setValues((rows) => withKeys(readRaffleForm(typed).values, rows));
  }, [draft]);

  // A row that is moved or removed takes its focused button along. This sets the focus where the next press is.
  useEffect(() => {
    const button = nextFocus.current && form.current?.querySelector<HTMLElement>(nextFocus.current);
    nextFocus.current = null;
    if (button && values) button.focus();
  }, [values]);

  function headingOf(refusal: RefusalView): string {
    if (edit) return t("edit.failed", { ns: "desk" });
    return t(isFailure(refusal) ? "create.failed" : "create.errorHeading");
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
    // The second click of a double-click would hit the row that has moved under the pointer.
    if (event.type === "click" && event.nativeEvent instanceof UIEvent && event.nativeEvent.detail > 1) return;
    const current = readRaffleForm(new FormData(form.current)).values;
    if (intent.do === "move") nextFocus.current = `[data-row="${intent.list}:${intent.to}"] [data-move]`;
    if (intent.do === "remove") {
      const next = Math.min(intent.index, current[intent.list].length - 2);
      nextFocus.current = `[data-row="${intent.list}:${next}"] [data-remove]`;
    }
    if (intent.do === "restore") nextFocus.current = `[data-row="${intent.list}:${intent.index}"] [data-remove]`;
    setRemoved(intent.do === "remove" ? removedRow(withKeys(current, values), intent.list, intent.index) : null);
    setValues((rows) => changeRows(withKeys(current, rows), intent));
    // The refusal's messages refer to the old row positions, so they are hidden.
    setOutdated(refusal);
  };

  const fillIn = (name: TemplateName) => (event: MouseEvent) => {
    if (!form.current) return;
    event.preventDefault();
    const typed = new FormData(form.current);
    setValues((rows) =>
      fillTemplate(withKeys(readRaffleForm(typed).values, rows), typed, name, {
        say: (key) => t(`templates.${key}`),
        dueChoices: create?.dueChoices ?? [],
      }),
    );
    setOutdated(refusal);
    setRemoved(null);
    setFilled(name);
  };

  const chooseInPlace = (dueDate: string) => (event: MouseEvent) => {
    if (!form.current) return;
    event.preventDefault();
    const chosen = chooseDue(readRaffleForm(new FormData(form.current)).values, dueDate);
    typeDate(form.current, "dueDate", chosen.dueDate);
    typeDate(form.current, "drawDate", chosen.drawDate);
  };

  const logo = stored && stored.logo !== "" ? { codeId: stored.codeId, mark: stored.logo } : null;

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="form raffle-editor"
      data-draft={draft}
      data-failed={edit ? t("edit.failed", { ns: "desk" }) : t("create.failed")}
    >
      <FormErrorsProvider errors={shown?.errors ?? {}}>
        <div className="raffle-fields">
          {edit?.fields}
          {edit?.question}
          {shown && !edit?.question && <ErrorSummary heading={headingOf(shown)} refusal={shown} nameOf={nameOf} />}
          {/* Enter presses the form's first button: this one must come before the buttons that remove rows. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
            {submit}
          </button>
          {edit ? <PartLinks /> : <TemplateButtons fillIn={fillIn} filled={filled} />}
          <RaffleFields
            values={values}
            timeZone={timeZone}
            hasEntries={edit?.hasEntries ?? false}
            isNew={!edit}
            opened={typeof create?.pressed === "string" && (/:rules\b/.test(create.pressed) || isMoreFilled(values))}
            bannerField={
              stored?.banner && <Checkbox name="removeBanner" label={t("edit.removeBanner", { ns: "desk" })} />
            }
            logoField={
              logo && <StoredPicture shape="logo" {...logo} name="removeLogo" label={t("create.removeLogo")} />
            }
            prizes={
              <PrizeRows
                rows={values.prizes}
                currency={currency}
                isNew={!edit}
                codeId={stored?.codeId ?? null}
                removed={removed}
                changeInPlace={changeInPlace}
              />
            }
            rules={<RuleRows rows={values.rules} removed={removed} changeInPlace={changeInPlace} />}
            aroundDueDate={(field) => (
              <DueDate value={values.dueDate} choices={create?.dueChoices ?? []} choose={chooseInPlace}>
                {field}
              </DueDate>
            )}
            shopHint={create?.shopHint ?? t("create.shopHint")}
          />
        </div>
        <LiveTicket
          form={form}
          values={values}
          banner={stored?.banner ?? "/banner/default.png"}
          logo={logo}
          isLocked={stored?.isLocked}
        />
        <Submit
          label={submitting ? (edit ? t("edit.submitting", { ns: "desk" }) : t("create.submitting")) : submit}
          look="primary"
          busy={submitting}
        />
      </FormErrorsProvider>
    </Form>
  );
}

/** Where the parts of a long form are. */
function PartLinks() {
  const { t } = useTranslation("raffles");
  return (
    <nav className="form-steps" aria-label={t("create.steps")}>
      <a href="#prizes">{t("create.stepWin")}</a>
      <a href="#dates">{t("create.stepUntil")}</a>
      <a href="#shop">{t("create.stepShop")}</a>
      <a href="#rules">{t("create.rules")}</a>
      <a href="#more">{t("create.more")}</a>
    </nav>
  );
}

/** A form identifies rows by position only. This restores the keys by which React identifies them. */
function withKeys(current: RaffleFormValues, known: RaffleFormValues): RaffleFormValues {
  return {
    ...current,
    prizes: current.prizes.map((row, index) => ({ ...row, key: known.prizes[index]?.key ?? row.key })),
    rules: current.rules.map((row, index) => ({ ...row, key: known.rules[index]?.key ?? row.key })),
  };
}

type TemplateButtonsProps = {
  readonly fillIn: (name: TemplateName) => (event: MouseEvent) => void;
  /** The template that was filled in last. */
  readonly filled: TemplateName | undefined;
};

/** Fills in the prizes and rules of a usual kind of raffle. */
function TemplateButtons({ fillIn, filled }: TemplateButtonsProps) {
  const { t } = useTranslation("raffles");
  return (
    <section className="raffle-templates stack-2" aria-labelledby="templates">
      <h2 id="templates">{t("templates.heading")}</h2>
      <p className="hint">{t("templates.hint")}</p>
      <input type="hidden" name="template" value={filled ?? ""} />
      <div className="actions">
        {TEMPLATE_NAMES.map((name) => (
          <Submit key={name} label={t(`templates.${name}.name`)} intent={`template:${name}`} onClick={fillIn(name)} />
        ))}
      </div>
      <p role="status">{filled && t("templates.filled", { name: t(`templates.${filled}.name`) })}</p>
    </section>
  );
}
