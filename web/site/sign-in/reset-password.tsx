import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { NewPassword } from "./new-password.tsx";

type ResetPasswordProps = {
  /** Whether the link is still valid. */
  readonly isOpen: boolean;
  readonly result: { readonly refusal: RefusalView } | null;
};

/** The screen behind the link of the mail for a forgotten password. */
export function ResetPassword({ isOpen, result }: ResetPasswordProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = result?.refusal ?? null;
  if (!isOpen || refusal?.reason === "link-invalid") return <LinkInvalid />;
  return (
    <>
      <PageHeading title={t("reset.heading")} lead={t("reset.lead")} />
      <RefusableForm heading={t("profile.notChanged")} refusal={refusal}>
        <div className="form-section">
          <NewPassword label={t("profile.new")} refusedFor={refusal?.reason} />
          <Submit label={t("reset.submit")} look="primary" aria-disabled={busy} aria-busy={busy} />
        </div>
      </RefusableForm>
    </>
  );
}

function LinkInvalid() {
  const { t } = useTranslation(["accounts", "messages"]);
  return (
    <>
      <PageHeading title={t("reset.heading")} />
      <Notice kind="error">{t("messages:mailLinkInvalid")}</Notice>
      <p>
        <ButtonLink label={t("reset.askAgain")} look="primary" href="/forgot-password" />
      </p>
    </>
  );
}
