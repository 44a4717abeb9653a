import { Fragment, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { AccessCodeInput, Checkbox, SelectField, TextField, TrustBrowser } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { noteField } from "../../requests/form-text.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading, reasonsOf, useSentences } from "../../ui/page-parts.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import { DeskHead } from "../desk-head/desk-head.tsx";
import type { Route } from "./+types/update-entry.route.ts";
import { EarnedDrops, isSaid } from "./earned-drops.tsx";
import "../admin-raffle-list/admin-raffle-card.css";

type EntryEditView = NonNullable<Route.ComponentProps["loaderData"]["entry"]>;
type EditResult = NonNullable<Route.ComponentProps["actionData"]>;

const EDITS = ["info", "rules", "wishlist"] as const;

/** The part that a button saves; undefined for one that only opens the entry. */
function editOf({ intent }: EditResult): (typeof EDITS)[number] | "earned" | undefined {
  if (/^(confirm|refuse|take-back|count|not-count):/.test(intent)) return "earned";
  return EDITS.find((edit) => edit === intent);
}

/** The screen on which an organiser corrects an entry: the access code first, then everything else. */
export function UpdateEntry({ loaderData, actionData: result, params }: Route.ComponentProps) {
  const { head, entry, isOwner } = loaderData;
  const { entryCode } = params;
  const { t } = useTranslation("desk");
  const saving = useNavigation().formData?.get("intent");
  const button = (intent: (typeof EDITS)[number], label: string) => (
    <>
      {entry && result && editOf(result) === intent && <EditOutcome result={result} />}
      <Submit
        label={saving === intent ? t("update.updating") : label}
        look="primary"
        intent={intent}
        disabled={!entry || !!saving}
        data-failed={t(`update.failed.${intent}`)}
      />
    </>
  );
  const isAnsweredBelow = entry && result && editOf(result) !== undefined;
  const info = button("info", t("update.updateInfo"));
  const rules = button("rules", t("update.updateRules"));
  const wishlist = button("wishlist", t("update.updateWishlist"));
  const access = (
    <FormSection
      title={t("update.access")}
      hint={t(isOwner ? "update.owned" : entry ? "update.known" : "update.required")}
    >
      {!isOwner && <AccessCodeInput label={t("access.label")} />}
      {!entry && <TrustBrowser />}
      {!entry && <Submit label={t("update.open")} look="primary" intent="open" />}
    </FormSection>
  );
  return (
    <>
      {head && <DeskHead head={head} />}
      <PageHeading
        title={t("update.heading")}
        lead={[entry && `${entry.info.firstName} ${entry.info.lastName}`, entryCode.toUpperCase(), entry?.raffleName]
          .filter(Boolean)
          .join(" · ")}
      />
      {entry && (
        <EarnedDrops
          rules={entry.rules}
          ledger={entry.ledger}
          invited={entry.invited}
          isLocked={entry.isLocked}
          sent={result && editOf(result) === "earned" ? { intent: result.intent, refusal: result.refusal } : null}
        >
          {result && editOf(result) === "earned" && <EditOutcome result={result} />}
        </EarnedDrops>
      )}
      <Form method="post" noValidate preventScrollReset className="form" data-draft={`update-entry:${entryCode}`}>
        <FormErrorsProvider errors={result?.refusal?.errors ?? {}}>
          {result && !isAnsweredBelow && <EditOutcome result={result} />}
          {!entry && access}
          {entry ? (
            <>
              <StandingLine standing={entry.standing} />
              <EditInfo entry={entry} sent={result?.refusal && editOf(result) !== "earned" ? result.typed : null}>
                {info}
              </EditInfo>
              <EditRules entry={entry}>{rules}</EditRules>
              <EditWishlist entry={entry}>{wishlist}</EditWishlist>
              {/* Whoever has proved the code comes to correct the entry: the field keeps its place beside the way back. */}
              {access}
            </>
          ) : (
            <p className="admin-actions">
              {info}
              {rules}
              {wishlist}
            </p>
          )}
          <Submit label={t("update.back")} intent="back" disabled={!entry} />
        </FormErrorsProvider>
      </Form>
    </>
  );
}

/** The answer beside the button that was pressed. Without scripts it is a new page, which begins here. */
function EditOutcome({ result }: { readonly result: EditResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  const sentences = useSentences();
  const focus = useAnswerFocus<HTMLDivElement>(result);
  const { refusal } = result;
  const edit = editOf(result);
  if (!refusal && !edit) return null;
  const failed = edit ? `${t(`update.failed.${edit}`)} ` : "";
  return (
    <div {...focus}>
      {refusal ? (
        <Notice kind="error" answers>
          {failed + sentences(reasonsOf(refusal))}
        </Notice>
      ) : (
        edit && <Notice kind="success">{t(`update.done.${edit}`)}</Notice>
      )}
    </div>
  );
}

type EditInfoProps = {
  readonly entry: EntryEditView;
  /** The details as sent, after a refusal. */
  readonly sent: EntryEditView["info"] | null;
  readonly children: ReactNode;
};

function EditInfo({ entry, sent, children }: EditInfoProps) {
  const { t } = useTranslation("desk");
  const values = sent ?? entry.info;
  const text = (name: PersonField, required = true, hint?: string) => (
    <TextField
      name={name}
      label={t(`update.${name}`)}
      hint={hint}
      maxLength={ENTRY_LIMITS[name]}
      defaultValue={values[name]}
      required={required}
      autoComplete="off"
    />
  );
  const inputs: Readonly<Record<PersonField, ReactNode>> = {
    firstName: text("firstName"),
    lastName: text("lastName"),
    address: text("address"),
    phone: text("phone", false, t("update.paperHint")),
    email: text("email", false, t("update.paperHint")),
    facebook: text("facebook", false),
    instagram: text("instagram", false),
  };
  const { firstName, lastName, phone, email, ...others } = inputs;
  const options = entry.sources.map((source) => ({ value: source, label: source }));
  return (
    <FormSection title={t("update.info")}>
      <div className="form-columns">
        {firstName}
        {lastName}
        {email}
        {phone}
      </div>
      {Object.entries(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
      <SelectField
        name="sources"
        label={t("update.source")}
        options={[{ value: "", label: t("update.selectSource") }, ...options]}
        defaultValue={values.sources}
      />
      {entry.namedByTicket && <p className="hint">{t("update.namedByTicket")}</p>}
      {children}
    </FormSection>
  );
}

type EditTicksProps = {
  readonly entry: EntryEditView;
  readonly children: ReactNode;
};

/** One card for each rule of the raffle, ticked if the entrant has done it. */
function EditRules({ entry, children }: EditTicksProps) {
  const { t } = useTranslation("desk");
  return (
    <FormSection title={t("update.rules")} hint={entry.rules.length === 0 ? t("update.noRules") : undefined}>
      <ul className="choices">
        {entry.rules.filter(isSaid).map(({ ruleId, number, details, done }) => (
          <li key={ruleId} className="choice">
            <Checkbox name="rules" value={ruleId} defaultChecked={done} label={`${number}. ${details}`} />
          </li>
        ))}
      </ul>
      {children}
    </FormSection>
  );
}

/** One card for each prize of the raffle, ticked if the entrant wishes for it, with the note. */
function EditWishlist({ entry, children }: EditTicksProps) {
  const { t } = useTranslation("desk");
  return (
    <FormSection title={t("update.wishlist")} hint={entry.wishes.length === 0 ? t("update.noPrizes") : undefined}>
      <ul className="choices">
        {entry.wishes.map(({ prizeId, name, note, wished }) => (
          <li key={prizeId} className="choice">
            {/* One prize offers no choice. */}
            {entry.wishes.length === 1 ? (
              <p>
                <input type="hidden" name="wishes" value={prizeId} /> {name}
              </p>
            ) : (
              <Checkbox name="wishes" value={prizeId} defaultChecked={wished} label={name} />
            )}
            <input
              type="text"
              className="input"
              name={noteField(prizeId)}
              aria-label={t("update.noteFor", { prize: name })}
              placeholder={t("update.note")}
              maxLength={ENTRY_LIMITS.note}
              defaultValue={note}
              onKeyDown={saveWishlist}
            />
          </li>
        ))}
      </ul>
      {children}
    </FormSection>
  );
}

/** Enter would press the form's first button, which belongs to another section. Presses the wishlist's own instead. */
function saveWishlist(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  const button = event.currentTarget.form?.querySelector<HTMLButtonElement>('button[value="wishlist"]');
  if (!button) return;
  event.preventDefault();
  button.click();
}
