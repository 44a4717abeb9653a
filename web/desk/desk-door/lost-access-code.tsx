import { Trans, useTranslation } from "react-i18next";
import { loginFor } from "../../requests/safe-next.ts";
import { SentenceLink } from "../../ui/sentence-link.tsx";

/** What may bring a lost access code back on this site. */
export type LostCodeWays = {
  /** The subject of the mail with a raffle's codes; null if the site sends no mail. */
  readonly mailSubject: string | null;
  readonly operatorEmail: string | null;
};

/** Leads whoever lost a raffle's access code to what helps: the mail with it, the account, the operator. */
export function LostAccessCode({ ways, codeId }: { readonly ways: LostCodeWays; readonly codeId: string }) {
  const { t } = useTranslation("desk");
  const { mailSubject, operatorEmail } = ways;
  return (
    <section aria-labelledby="lost">
      <h2 id="lost">{t("open.lost")}</h2>
      <ul>
        {mailSubject && <li>{t("open.lostMail", { subject: mailSubject })}</li>}
        <li>
          {t("open.lostAccount")} <a href={loginFor(`/open-desk/${codeId}`)}>{t("open.login")}</a>
        </li>
        {operatorEmail && (
          <li>
            <Trans
              t={t}
              i18nKey="open.lostOperator"
              values={{ email: operatorEmail, code: codeId }}
              components={{ mail: <SentenceLink href={`mailto:${operatorEmail}?subject=${codeId}`} /> }}
            />
          </li>
        )}
        <li>{t("open.lostOther")}</li>
      </ul>
    </section>
  );
}
