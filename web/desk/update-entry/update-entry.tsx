import "../admin-raffle-list/admin-raffle-card.css";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import { EditInfo } from "./edit-info.tsx";
import { EditRules, EditWishlist } from "./edit-ticks.tsx";
import type { EditResult } from "./entry-edit-form.ts";
import type { EntryEditView } from "./entry-edit-view.ts";

type UpdateEntryProps = {
  readonly entryCode: string;
  /** Null until this browser has proved the access code. */
  readonly entry: EntryEditView | null;
  /** Set for the signed-in account that owns the raffle, which needs no code. */
  readonly isOwner: boolean;
  readonly result: EditResult | null;
};

/** The screen on which an organiser corrects an entry: the access code first, then everything else. */
export function UpdateEntry({ entryCode, entry, isOwner, result }: UpdateEntryProps) {
  const { t } = useTranslation("desk");
  const saving = useNavigation().formData?.get("intent");
  const button = (intent: "info" | "rules" | "wishlist", label: string) => (
    <>
      {entry && result?.intent === intent && <EditOutcome result={result} />}
      <Submit
        label={saving === intent ? t("update.updating") : label}
        look="primary"
        intent={intent}
        disabled={!entry || !!saving}
        data-failed={t(`update.failed.${intent}`)}
      />
    </>
  );
  const isAnsweredBelow = entry && result && result.intent !== "open" && result.intent !== "back";
  const info = button("info", t("update.updateInfo"));
  const rules = button("rules", t("update.updateRules"));
  const wishlist = button("wishlist", t("update.updateWishlist"));
  const access = (
    <FormSection
      title={t("update.access")}
      hint={t(isOwner ? "update.owned" : entry ? "update.known" : "update.required")}
    >
      <AccessCodeInput label={t("access.label")} />
      {!entry && <TrustBrowser />}
      {!entry && <Submit label={t("update.open")} look="primary" intent="open" />}
    </FormSection>
  );
  return (
    <>
      <PageHeading
        title={t("update.heading")}
        lead={[entryCode.toUpperCase(), entry?.raffleName].filter(Boolean).join(" · ")}
      />
      <Form method="post" noValidate preventScrollReset className="form" data-draft={`update-entry:${entryCode}`}>
        <FormErrorsProvider errors={result?.refusal?.errors ?? {}}>
          {result && !isAnsweredBelow && <EditOutcome result={result} />}
          {!entry && access}
          {entry ? (
            <>
              <StandingLine standing={entry.standing} />
              <EditInfo entry={entry} sent={result?.info ?? null}>
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
          <Submit label={t("update.back")} look="secondary" intent="back" disabled={!entry} />
        </FormErrorsProvider>
      </Form>
    </>
  );
}

/** The answer beside the button that was pressed. Without scripts it is a new page, which begins here. */
function EditOutcome({ result }: { readonly result: EditResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  const focus = useAnswerFocus<HTMLDivElement>(result);
  const { intent, refusal } = result;
  const isEdit = intent !== "open" && intent !== "back";
  if (!refusal && !isEdit) return null;
  const fields = Object.values(refusal?.errors ?? {}).flat();
  const reasons = (fields.length > 0 ? fields : (refusal?.summary ?? [])).map(({ key, params }) =>
    t(key, { ns: "messages", ...params }),
  );
  const failed = isEdit ? [t(`update.failed.${intent}`)] : [];
  return (
    <div {...focus}>
      {refusal ? (
        <Notice kind="error">{[...failed, ...reasons].join(" ")}</Notice>
      ) : (
        isEdit && <Notice kind="success">{t(`update.done.${intent}`)}</Notice>
      )}
    </div>
  );
}
