import { Trans, useTranslation } from "react-i18next";
import { SentenceLink } from "../sentence-link.tsx";

/** What the site can do for whoever forgot a password: send mail, or name somebody to write to. */
export type PasswordHelp = { readonly sendsMail: boolean; readonly operatorEmail: string | null };

/** The way out for whoever forgot their password. */
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

/** Whom to write to on a site that sends no mail. */
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
