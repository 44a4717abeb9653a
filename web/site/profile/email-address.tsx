import { useTranslation } from "react-i18next";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";

type EmailAddressProps = {
  readonly email: string;
  /** Null if the site sends no mail and so asks nobody to verify. */
  readonly verified: boolean | null;
  /** Why the mail was not sent again. */
  readonly refusal: RefusalView | null;
};

/** An account's e-mail address, and whether it is verified. */
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
            <Submit label={t("profile.sendAgain")} intent="verify" />
          </>
        )}
      </FormSection>
    </form>
  );
}
