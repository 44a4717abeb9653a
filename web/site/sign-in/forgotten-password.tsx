import { Trans, useTranslation } from "react-i18next";
import type { SiteOperator } from "../../page/site-operator.ts";
import { ImprintLine } from "../../ui/imprint-line.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";

/** The site's help for a forgotten password: it sends mail, or names a contact. */
export type PasswordHelp = { readonly sendsMail: boolean; readonly operator: SiteOperator };

export function ForgottenPassword({ sendsMail, operator }: PasswordHelp) {
  const { t } = useTranslation("accounts");
  if (sendsMail) {
    return (
      <p className="hint">
        <a href="/forgot-password">{t("forgot.link")}</a>
      </p>
    );
  }
  return <AskOperator {...operator} />;
}

/** Who helps on a site that sends no mail, as far as the operator says. */
export function AskOperator({ email, hasImprint }: SiteOperator) {
  const { t } = useTranslation("accounts");
  if (email === null) return hasImprint ? <ImprintLine className="hint" /> : null;
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
