import { Trans, useTranslation } from "react-i18next";
import { SentenceLink } from "../../ui/sentence-link.tsx";

/** The site's help for a forgotten password: it sends mail, or names a contact. */
export type PasswordHelp = { readonly sendsMail: boolean; readonly operatorEmail: string | null };

export function ForgottenPassword({ sendsMail, operatorEmail }: PasswordHelp) {
  const { t } = useTranslation("accounts");
  if (sendsMail) {
    return (
      <p className="hint">
        <a href="/forgot-password">{t("forgot.link")}</a>
      </p>
    );
  }
  return operatorEmail === null ? null : <WriteToOperator email={operatorEmail} />;
}

/** The contact on a site that sends no mail. */
export function WriteToOperator({ email }: { readonly email: string }) {
  const { t } = useTranslation("accounts");
  return (
    <p className="hint">
      <Trans
        t={t}
        i18nKey="forgot.operator"
        values={{ email }}
        components={{ mail: <SentenceLink href={`mailto:${email}`} /> }}
      />
    </p>
  );
}
