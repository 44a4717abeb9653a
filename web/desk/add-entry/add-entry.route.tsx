import { useTranslation } from "react-i18next";
import type { StaffScope } from "#src/access/scope.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { confirmTicks } from "#src/earning/checked/confirm-ticks.ts";
import { PERSON_FIELD_NAMES, type PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { type AddedEntry, addPaperEntry, type PaperRefusal } from "#src/entries/paper/add-paper-entry.ts";
import { dismissSlip } from "#src/entries/paper/offline/refused-slips.ts";
import { paperSources } from "#src/entries/paper/paper-sources.ts";
import { readSlipForm, type TypedSlip } from "#src/entries/paper/read-slip-form.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import { Checkbox, CheckboxField, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import { type DeskScreen, staffAction, staffLoader } from "../desk-screen.ts";
import { offlineView, refusedSlipsView } from "../offline-slips/offline-view.ts";
import { RefusedSlips } from "../offline-slips/refused-slips.tsx";
import { WaitingSlips } from "../offline-slips/waiting-slips.tsx";
import { typedMailView } from "../typed-mail-view.ts";
import type { Route } from "./+types/add-entry.route.ts";

export const handle: PageHandle = { forms: true, leavesDesk: "with-pass" };

export const loader = staffLoader("add-entries", "claims:helpers.add.description", loadAddEntry);

type Done = ({ readonly is: "added" } & AddedEntry) | { readonly is: "dismissed"; readonly number: number };

/** Adds a slip, or takes a refused one of a phone off the list. */
export const action = staffAction("add-entries", {
  read: (form) => readSlipForm(form),
  change: async ({
    deps,
    scope,
    form,
    intent,
    typed,
  }): Promise<Outcome<Done, PaperRefusal | Refusal<"slip-not-found">>> => {
    if (intent === "dismiss") {
      const dismissed = await dismissSlip(deps, scope, formText(form, "slip"));
      return dismissed.ok ? accept({ is: "dismissed", ...dismissed.value }) : dismissed;
    }
    const added = await addPaperEntry({ ...deps, confirmTicks }, scope, typed);
    return added.ok ? accept({ is: "added", ...added.value }) : added;
  },
});

const REQUIRED: ReadonlySet<PersonField> = new Set(["firstName", "lastName", "address"]);

/** A counter's form for paper slips: it stays open for the next one. */
export default function AddEntry({ loaderData: view, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation(["claims", "desk"]);
  const { name, codeId, open, offline, slips } = view;
  const isSlip = result?.intent !== "dismiss";
  const refusal = isSlip ? (result?.refusal ?? null) : null;
  const opened = result?.done ? null : (slips?.opened ?? null);
  const typed = refusal ? (result?.typed ?? null) : (opened?.typed ?? null);
  return (
    <>
      <PageHeading title={t("helpers.add.heading")} lead={[name, codeId].join(" · ")} />
      {result?.done && <DoneNotice done={result.done} />}
      {!isSlip && result?.refusal && <RefusalNotice refusal={result.refusal} />}
      {!open && <Notice kind="info">{t("helpers.add.closed")}</Notice>}
      <WaitingSlips view={offline} />
      {opened && !refusal && (
        <Notice kind="info">
          {[t("slips.refused.opened", { number: opened.number }), t(`slips.outcome.${opened.why}`)].join(" ")}
        </Notice>
      )}
      {(open || typed) && (
        <RefusableForm
          draft={opened ? `slip-${opened.id}` : `slip-${codeId}`}
          heading={t("helpers.add.refused")}
          refusal={refusal}
          // Neither what opened a slip nor what stored the page is a part of it.
          action={offline.form}
          data-slip-form=""
        >
          {!refusal && <p className="hint">{t("helpers.add.lead")}</p>}
          <p className="hint">{t(`typedMail.${view.typedMail.who}`, { ns: "desk", most: view.typedMail.most })}</p>
          <Slip view={view} typed={typed} before={typed ?? (isSlip ? (result?.typed ?? null) : null)} />
        </RefusableForm>
      )}
      {slips && <RefusedSlips slips={slips.refused} form={offline.form} />}
      <div className="actions">
        {accessCode ? (
          <ButtonLink label={t("helpers.toEntries")} href={`/draw-list/${codeId}/${accessCode}`} />
        ) : (
          <ButtonLink label={t("helpers.toHome")} href={`/helping/${codeId}`} />
        )}
      </div>
    </>
  );
}

function DoneNotice({ done }: { readonly done: Done }) {
  const { t } = useTranslation("claims");
  if (done.is === "dismissed")
    return <Notice kind="success">{t("slips.refused.dismissed", { number: done.number })}</Notice>;
  const { firstName, lastName, entryCode, doubtfulPhone, hasContact } = done;
  return (
    <>
      <Notice kind="success">{t("helpers.add.added", { name: `${firstName} ${lastName}`, code: entryCode })}</Notice>
      {doubtfulPhone && <Notice kind="error">{t("helpers.add.doubtfulPhone", { phone: doubtfulPhone })}</Notice>}
      {!hasContact && <Notice kind="info">{t("helpers.add.noContact")}</Notice>}
    </>
  );
}

type SlipProps = {
  readonly view: Route.ComponentProps["loaderData"];
  readonly typed: TypedSlip | null;
  /** The slip before, whose source the next one has too. */
  readonly before: TypedSlip | null;
};

function Slip({ view, typed, before }: SlipProps) {
  const { t } = useTranslation(["claims", "desk"]);
  const { rules, sources } = view;
  const options = sources.map((source) => ({ value: source, label: source }));
  return (
    <FormSection title={t("helpers.add.person")}>
      <input
        type="hidden"
        name="entryCode"
        value={typed?.body.entryCode || view.entryCode}
        data-drafted=""
        data-draw-code=""
      />
      <input type="hidden" name="slip" value={typed?.corrects ?? view.slips?.opened?.id ?? ""} data-drafted="" />
      {PERSON_FIELD_NAMES.map((field) => (
        <TextField
          key={field}
          name={field}
          label={t(`update.${field}`, { ns: "desk" })}
          hint={field === "phone" || field === "email" ? t("helpers.add.contactHint") : undefined}
          maxLength={ENTRY_LIMITS[field]}
          defaultValue={typed?.body[field] ?? ""}
          required={REQUIRED.has(field)}
          autoComplete="off"
        />
      ))}
      {rules.length > 0 && (
        <>
          <h3 id="slip-rules">{t("helpers.add.rules")}</h3>
          <ul className="choices" aria-labelledby="slip-rules">
            {tickable(rules).map(({ id, number, details }) => (
              <li key={id} className="choice">
                <Checkbox
                  name="rules"
                  value={id}
                  label={`${number}. ${details}`}
                  defaultChecked={typed?.body.rules.includes(id) ?? false}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <SelectField
        name="source"
        label={t("helpers.add.source")}
        options={[{ value: "", label: t("helpers.add.noSource") }, ...options]}
        defaultValue={before?.source ?? ""}
      />
      <CheckboxField
        name="terms"
        value="yes"
        label={t("helpers.add.terms")}
        defaultChecked={typed?.termsAgreed ?? false}
        required
      />
      <Submit label={t("helpers.add.add")} look="primary" />
    </FormSection>
  );
}

/**
 * Loads the form, with a code for the next slip: the same slip sent twice is added once. A browser that stores the form
 * gets it without anybody's data, and draws codes by itself.
 */
async function loadAddEntry(screen: DeskScreen<StaffScope<"add-entries">>) {
  const { site, raffle, scope, url } = screen;
  const { id, codeId, name, open, rules } = raffle;
  const isStored = url.searchParams.has("stored");
  return {
    typedMail: await typedMailView(site, id),
    codeId,
    name,
    open,
    rules,
    sources: paperSources(raffle),
    entryCode: isStored ? "" : newEntryCode(),
    offline: await offlineView(screen, raffle),
    slips: isStored ? null : await refusedSlipsView(screen, scope),
  };
}
