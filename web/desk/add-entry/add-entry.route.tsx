import { useTranslation } from "react-i18next";
import type { StaffScope } from "#src/access/scope.ts";
import { eachPersonField, PERSON_FIELD_NAMES, type PersonDetails, type PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { addPaperEntry, type PaperSlip } from "#src/entries/paper/add-paper-entry.ts";
import { paperSources } from "#src/entries/paper/paper-sources.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import { Checkbox, CheckboxField, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { type DeskScreen, staffAction, staffLoader } from "../desk-screen.ts";
import { typedMailView } from "../typed-mail-view.ts";
import type { Route } from "./+types/add-entry.route.ts";

export const handle: PageHandle = { forms: true, leavesDesk: "with-pass" };

export const loader = staffLoader("add-entries", "claims:helpers.add.description", loadAddEntry);

export const action = staffAction("add-entries", {
  read: readSlip,
  change: ({ deps, scope, typed }) => addPaperEntry(deps, scope, typed),
});

const REQUIRED: ReadonlySet<PersonField> = new Set(["firstName", "lastName", "address"]);

/** A counter's form for paper slips: it stays open for the next one. */
export default function AddEntry({ loaderData: view, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation(["claims", "desk"]);
  const { name, codeId, open } = view;
  const refusal = result?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("helpers.add.heading")} lead={[name, codeId].join(" · ")} />
      {result?.done && (
        <Notice kind="success">
          {t("helpers.add.added", {
            name: `${result.done.firstName} ${result.done.lastName}`,
            code: result.done.entryCode,
          })}
        </Notice>
      )}
      {result?.done?.doubtfulPhone && (
        <Notice kind="error">{t("helpers.add.doubtfulPhone", { phone: result.done.doubtfulPhone })}</Notice>
      )}
      {!open && <Notice kind="info">{t("helpers.add.closed")}</Notice>}
      {(open || refusal) && (
        <RefusableForm draft={`slip-${codeId}`} heading={t("helpers.add.refused")} refusal={refusal}>
          {!refusal && <p className="hint">{t("helpers.add.lead")}</p>}
          <p className="hint">{t(`typedMail.${view.typedMail.who}`, { ns: "desk", most: view.typedMail.most })}</p>
          <Slip view={view} typed={refusal ? (result?.typed ?? null) : null} before={result?.typed ?? null} />
        </RefusableForm>
      )}
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

type SlipProps = {
  readonly view: Route.ComponentProps["loaderData"];
  readonly typed: SlipValues | null;
  /** The slip before, whose source the next one has too. */
  readonly before: SlipValues | null;
};

function Slip({ view, typed, before }: SlipProps) {
  const { t } = useTranslation(["claims", "desk"]);
  const { rules, sources } = view;
  const options = sources.map((source) => ({ value: source, label: source }));
  return (
    <FormSection title={t("helpers.add.person")}>
      <input type="hidden" name="entryCode" value={typed?.body.entryCode ?? view.entryCode} data-drafted="" />
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

/** A slip as the form holds it. */
type SlipValues = PaperSlip & {
  readonly body: PersonDetails & { readonly entryCode: string; readonly rules: readonly string[] };
};

/** Loads the form, with a code for the next slip: the same slip sent twice is added once. */
async function loadAddEntry({ site, raffle }: DeskScreen<StaffScope<"add-entries">>) {
  const { id, codeId, name, open, rules } = raffle;
  return {
    typedMail: await typedMailView(site, id),
    codeId,
    name,
    open,
    rules,
    sources: paperSources(raffle),
    entryCode: newEntryCode(),
  };
}

function readSlip(form: FormData): SlipValues {
  return {
    body: {
      ...eachPersonField((name) => formText(form, name)),
      entryCode: formText(form, "entryCode"),
      rules: form.getAll("rules").filter((rule) => typeof rule === "string"),
    },
    source: formText(form, "source"),
    termsAgreed: formText(form, "terms") !== "",
  };
}
