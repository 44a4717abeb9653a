import { useTranslation } from "react-i18next";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import type { RefusalView } from "../../views/refusal-view.ts";
import { FormSection } from "../form-section.tsx";

type EmailAddressProps = {
  readonly email: string;
  /** Null: the site sends no mail, and asks nobody. */
  readonly verified: boolean | null;
  /** Why the mail was not sent again. */
  readonly refusal: RefusalView | null;
};

/** The address of somebody's account, and whether mail to it is known to reach them. */
export function EmailAddress({ email, verified, refusal }: EmailAddressProps) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" className="form">
      {refusal && <ErrorSummary heading={t("profile.notSent")} refusal={{ ...refusal, errors: {} }} />}
      <FormSection title={t("profile.email")} hint={t("profile.emailNote", { email })}>
        {verified && <p className="chip chip-open">{t("profile.verified")}</p>}
        {verified === false && (
          <>
            <p>{t("profile.unverified")}</p>
            <button type="submit" name="intent" value="verify" className="button">
              {t("profile.sendAgain")}
            </button>
          </>
        )}
      </FormSection>
    </form>
  );
}
