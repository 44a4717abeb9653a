import { useTranslation } from "react-i18next";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

/** `asking`: the person has not pressed the button yet. */
export type Verification = "asking" | "verified" | "invalid" | "failed";

/**
 * The screen behind the link of the mail after registering. Programs that scan mails open its link too, so only the
 * button verifies the address.
 */
export function VerifyEmail({ state }: { readonly state: Verification }) {
  const { t } = useTranslation(["accounts", "messages"]);
  return (
    <>
      {state === "verified" && <Notice kind="success">{t("verify.done")}</Notice>}
      {state === "invalid" && <Notice kind="error">{t("messages:mailLinkInvalid")}</Notice>}
      {state === "failed" && <Notice kind="error">{t("messages:failed")}</Notice>}
      <PageHeading title={t("verify.heading")} lead={t(LEADS[state])} />
      {state === "verified" || state === "invalid" ? (
        <p>
          <ButtonLink label={t("verify.profile")} look="primary" href="/profile" />
        </p>
      ) : (
        <form method="post">
          <Submit label={t("verify.submit")} look="primary" />
        </form>
      )}
    </>
  );
}

const LEADS = {
  asking: "verify.lead",
  failed: "verify.lead",
  verified: "verify.doneLead",
  invalid: "verify.invalidLead",
} as const;
