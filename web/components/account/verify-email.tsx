import { useTranslation } from "react-i18next";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";

/** `asking`: the button is still to be pressed. */
export type Verification = "asking" | "verified" | "invalid" | "failed";

/**
 * The screen to which the mail after registering leads. Programs that look for harmful mail open its link too, so that
 * only the button verifies.
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
          <a className="button button-primary" href="/profile">
            {t("verify.profile")}
          </a>
        </p>
      ) : (
        <form method="post">
          <button type="submit" className="button button-primary">
            {t("verify.submit")}
          </button>
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
